/** King of Tokyo: what chance shows. */

const CARDS = `
  acid_attack alien_metabolism alpha_monster armor_plating background_dweller burrowing camouflage complete_destruction
  dedicated_news_team eater_of_the_dead energy_hoarder even_bigger extra_head extra_head_2 fire_breathing freeze_time
  friend_of_children giant_brain gourmet healing_ray herbivore herd_culler it_has_a_child jets made_in_a_lab metamorph
  mimic monster_batteries nova_breath omnivore opportunist parasitic_tentacles plot_twist poison_quills poison_spit
  psychic_probe rapid_healing regeneration rooting_for_the_underdog shrink_ray smoke_cloud solar_powered spiked_tail
  stretchy telepath urbavore were_only_making_it_stronger wings apartment_building commuter_train corner_store
  drop_from_high_altitude energize evacuation_orders evacuation_orders_2 fire_blast frenzy gas_refinery heal
  high_altitude_bombing jet_fighters national_guard nuclear_power_plant skyscraper tanks vast_storm
`
  .trim()
  .split(/\s+/);
const FACES = [1, 2, 3, 4, 5, 6];

/** @param {any} table @returns {string[]} the cards that may be on top of the deck */
function top(table) {
  if (table.top_card) return [table.top_card];
  const held = table.monsters.flatMap((/** @type {any} */ monster) =>
    monster.cards.map((/** @type {any} */ card) => card.card),
  );
  const seen = new Set([...table.market, ...table.discard, table.played, ...held]);
  const unseen = CARDS.filter((card) => !seen.has(card));
  return unseen.length ? unseen : table.discard;
}

/** @param {any} step @returns {number} the dice that a step throws */
function thrown(step) {
  switch (step.step) {
    case "ThrowDice":
      return step.dice.length;
    case "RollCamouflage":
      return step.dice;
    case "ThrowProbedDie":
      return 1;
    default:
      return 6;
  }
}

/** The draws are the same in all these versions of the rules. */
export const rulesVersions = [1, 2];

/** @type {Record<string, import("../protobuf.js").Fields>} */
export const messages = {
  "gunbai.king_of_tokyo.v1.TurnCard": { 1: "card string" },
  "gunbai.king_of_tokyo.v1.ThrowDice": { 1: "faces int32[]" },
  "gunbai.king_of_tokyo.v1.PeekCard": { 1: "seat uint32", 2: "card string" },
};

/** @type {Record<string, import("../draws.js").Draw>} */
export const outcomes = {
  TurnCard: async ({ table, stream }) => ({ card: await stream.pick(top(table)) }),
  PeekCard: async ({ shown, table, stream }) => ({ seat: shown.seat, card: await stream.pick(top(table)) }),
  async ThrowDice(looked) {
    const count = looked.count(() => thrown(looked.owed), looked.shown.faces);
    return { faces: await looked.stream.dice(count, FACES) };
  },
};
