// Made by `make saved` of 31 files with the SHA-256 9e266f07dc3b0eb1cf79366e79ebb90635846da942cfec8ee1fb6ed7adabcbab.
(() => {
  // clients/typescript/verify/bytes.js
  var { subtle } = globalThis.crypto;
  var encoder = new TextEncoder();
  var decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  var utf8 = (text2) => encoder.encode(text2);
  var text = (bytes) => decoder.decode(bytes);
  function joined(...parts3) {
    const whole2 = new Uint8Array(parts3.reduce((size, part) => size + part.length, 0));
    let at2 = 0;
    for (const part of parts3) {
      whole2.set(part, at2);
      at2 += part.length;
    }
    return whole2;
  }
  var u8 = (value2) => Uint8Array.of(value2);
  function u32(value2) {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, value2);
    return bytes;
  }
  function u64(value2) {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigInt64(0, BigInt(value2));
    return bytes;
  }
  function field(value2) {
    const bytes = typeof value2 === "string" ? utf8(value2) : value2;
    return joined(u32(bytes.length), bytes);
  }
  function same(one2, other) {
    return one2.length === other.length && one2.every((byte, index) => byte === other[index]);
  }
  var hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  function base64(bytes) {
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return btoa(binary);
  }
  function unbase64(encoded) {
    let binary;
    try {
      binary = atob(encoded);
    } catch {
      return null;
    }
    const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
    return base64(bytes) === encoded ? bytes : null;
  }
  var sha256 = async (...parts3) => new Uint8Array(await subtle.digest("SHA-256", joined(...parts3)));
  async function hmac(key) {
    const made = await subtle.importKey(
      "raw",
      /** @type {Own} */
      key,
      { name: "HMAC", hash: "SHA-256" },
      false,
      [
        "sign"
      ]
    );
    return async (value2) => new Uint8Array(await subtle.sign(
      "HMAC",
      made,
      /** @type {Own} */
      value2
    ));
  }
  async function hkdf(secret, salt, info) {
    const key = await subtle.importKey(
      "raw",
      /** @type {Own} */
      secret,
      "HKDF",
      false,
      ["deriveBits"]
    );
    const parameters = { name: "HKDF", hash: "SHA-256", salt: (
      /** @type {Own} */
      salt
    ), info: utf8(info) };
    const bits = await subtle.deriveBits(parameters, key, 256);
    return new Uint8Array(bits);
  }
  async function signedBy(publicKey, signature, payload2) {
    try {
      const key = await subtle.importKey(
        "raw",
        /** @type {Own} */
        publicKey,
        { name: "Ed25519" },
        false,
        ["verify"]
      );
      const [given, signed] = [
        /** @type {Own} */
        signature,
        /** @type {Own} */
        payload2
      ];
      return await subtle.verify({ name: "Ed25519" }, key, given, signed);
    } catch {
      return false;
    }
  }

  // clients/typescript/verify/errors.js
  var RecordError = class extends Error {
    /**
     * @param {string} problem in words
     * @param {number} version the entry, or 0 if no entry is at fault
     */
    constructor(problem, version = 0) {
      super(problem);
      this.name = "RecordError";
      this.version = version;
    }
  };

  // clients/typescript/verify/chain.js
  function leaf(type, value2, salt) {
    return salt.length ? sha256(u8(1), salt, field(type), value2) : sha256(u8(0), field(type), value2);
  }
  var leafOf = async (item3) => "sealed" in item3 ? item3.sealed : leaf(item3.type, item3.value, item3.salt);
  var seal = (salt, signature) => sha256(u8(3), salt, signature);
  async function headerOf(entry) {
    const { command: command2, signature } = entry;
    const hidden = "salt" in command2 && command2.salt.length > 0 && signature.length > 0;
    return joined(
      field(entry.game),
      u64(entry.version),
      u8(entry.actor.kind),
      u32(entry.actor.seat),
      u64(entry.atMicros),
      u64(entry.expectedVersion),
      u32(entry.events.length),
      field(entry.commandId),
      field(entry.positionDigest),
      field(hidden && "salt" in command2 ? await seal(command2.salt, signature) : signature)
    );
  }
  async function digestOf(entry) {
    const leaves = await Promise.all([entry.command, ...entry.events].map(leafOf));
    return sha256(u8(2), entry.previous, await headerOf(entry), ...leaves);
  }
  async function check(entry, version, previous) {
    if (entry.version !== version)
      throw new RecordError(`the entry in its place has the number ${entry.version}`, version);
    if (!same(entry.previous, previous)) throw new RecordError("it does not follow the entry before", version);
    if (![1, 2, 3, 4, 5].includes(entry.actor.kind))
      throw new RecordError(`there is no actor of the kind ${entry.actor.kind}`, version);
    for (const item3 of [entry.command, ...entry.events]) {
      if ("salt" in item3 && ![0, 32].includes(item3.salt.length)) {
        throw new RecordError(`a salt has 32 bytes, not ${item3.salt.length}`, version);
      }
    }
    if (!same(await digestOf(entry), entry.digest))
      throw new RecordError("its content does not have its digest", version);
  }
  function payload(entry) {
    const { command: command2 } = entry;
    if (!("type" in command2)) throw new RecordError("its command is sealed", entry.version);
    return joined(
      utf8("gunbai command 1\0"),
      field(entry.game),
      u64(entry.expectedVersion),
      field(entry.commandId),
      field(command2.type),
      field(command2.value)
    );
  }

  // clients/typescript/verify/chance.js
  var NONE = new Uint8Array(0);
  var keyOf = (name, secrets) => hkdf(secrets, NONE, `gunbai ${name} 1`);
  var chanceKey = async (secrets, given) => hkdf(secrets, await sha256(...given.map((each) => field(each))), "gunbai chance 1");
  var link = (game, seat, share) => sha256(utf8("gunbai share 1\0"), field(game), u32(seat), share);
  var positionDigest = (position, version, table) => position(joined(u64(version), utf8(table)));
  var Stream = class {
    /** @param {Uint8Array} key the chance key @param {number} ordinal */
    constructor(key, ordinal) {
      this.mac = hmac(key);
      this.ordinal = ordinal;
      this.blocks = 0;
      this.left = NONE;
    }
    /** @param {number} size */
    async take(size) {
      while (this.left.length < size) {
        const block = await (await this.mac)(joined(u64(this.ordinal), u32(this.blocks++)));
        this.left = joined(this.left, block);
      }
      const taken = this.left.subarray(0, size);
      this.left = this.left.subarray(size);
      return taken;
    }
    /**
     * Return a number from 0 to bound - 1.
     * @param {number | bigint} bound
     * @returns {Promise<bigint>}
     */
    async below(bound) {
      const limit = BigInt(bound);
      if (limit < 1n) throw new RangeError(`there is no number below ${bound}`);
      const bits = limit === 1n ? 0 : (limit - 1n).toString(2).length;
      const size = Math.ceil(bits / 8);
      for (; ; ) {
        let value2 = 0n;
        for (const byte of await this.take(size)) value2 = value2 << 8n | BigInt(byte);
        value2 >>= BigInt(8 * size - bits);
        if (value2 < limit) return value2;
      }
    }
    /** @template T @param {readonly T[]} things @returns {Promise<T>} */
    async pick(things) {
      return things[Number(await this.below(things.length))];
    }
    /** @template T @param {number} count @param {readonly T[]} faces */
    async dice(count, faces) {
      const shown = [];
      for (let die = 0; die < count; die++) shown.push(await this.pick(faces));
      return shown;
    }
    /** @template T @param {number} count @param {readonly T[]} things */
    async sample(count, things) {
      const left = [...things];
      const drawn = [];
      for (let each = 0; each < count; each++) {
        const place = Number(await this.below(left.length));
        drawn.push(left[place]);
        const last = (
          /** @type {T} */
          left.pop()
        );
        if (place < left.length) left[place] = last;
      }
      return drawn;
    }
    /** @template T @param {readonly T[]} things */
    shuffle(things) {
      return this.sample(things.length, things);
    }
    /** @param {bigint} numerator @param {bigint} denominator of a probability, in any terms */
    async odds(numerator, denominator) {
      const common = divisor(numerator, denominator);
      return await this.below(denominator / common) < numerator / common;
    }
    /** @param {string | number} place @param {(string | number)[][]} pools */
    async turn(place, pools) {
      let found = place;
      while (typeof found === "number") found = await this.pick(pools[found]);
      return found;
    }
  };
  var divisor = (one2, other) => other === 0n ? one2 : divisor(other, one2 % other);

  // clients/typescript/verify/titles/infludance_duel.js
  var TOKENS = ["", "good_shot", "kicker", "double_shot", "blank"];
  var CHAMBERS = 6;
  var value = (word) => TOKENS.indexOf(word);
  var duel = {
    DrawStarter: async ({ stream }) => ({ seat: await stream.pick([1, 2]) }),
    SpinMagazine: async ({ stream }) => ({ chamber: await stream.pick([1, 2, 3, 4, 5, 6]) }),
    ShowToken: async (looked) => ({ ammunition: value(await looked.stream.pick(looked.table.unfired)) }),
    async RevealTokens(looked) {
      const tokens = (await looked.stream.shuffle(looked.table.unfired)).map(value);
      const left = CHAMBERS - looked.table.gunmen[0].fired.length;
      return { red: tokens.slice(0, left), blue: tokens.slice(left) };
    }
  };

  // clients/typescript/verify/titles/liars_dice.js
  var FACES = 6;
  var dice = {
    async ShakeCup(looked) {
      const { shown, edition, stream } = looked;
      const faces = Array.from({ length: edition?.faces ?? FACES }, (_, index) => index + 1);
      const count = looked.count(() => looked.table.cups[shown.seat - 1].dice, shown.dice);
      return { seat: shown.seat, dice: await stream.dice(count, faces) };
    }
  };

  // clients/typescript/verify/titles/titan_race.js
  var FACES2 = [1, 2, 3, 4, 5, 6];
  var race = {
    DealCard: async ({ shown, table, stream }) => ({ seat: shown.seat, card: await stream.pick(table.deck) }),
    RollForFirst: async ({ stream }) => ({ colour: await stream.pick(FACES2) }),
    RerollDie: async ({ stream }) => ({ colour: await stream.pick(FACES2) }),
    async RollDice(looked) {
      const count = looked.count(() => looked.table.order.length, looked.shown.colours);
      return { colours: await looked.stream.dice(count, FACES2) };
    },
    async StealCard({ shown, step, table, stream }) {
      return { seat: shown.seat, card: await stream.pick(table.riders[step.from_seat - 1].hand) };
    }
  };

  // clients/typescript/verify/titles/samurai_spirit.js
  var SAMURAI = ["heihachi", "daisuke", "gorobei", "kanbei", "kikuchiyo", "kyuzo", "katsushiro"];
  var FARMS = ["", "remove_family", "remove_farm", "remove_barricade", "wound_random"];
  var FAMILIES = ["", "heal_random", "add_barricade", "top_intruder_to_discard"];
  var DOLLS = new Set(
    `R1-05 R1-06 R1-07 R1-08 R2-05 R2-06 R2-07 R2-08 R3-04 R3-05 R3-06 R3-07 R3-08 R4-04 R4-05 R4-06 R4-07 R4-08`.split(
      " "
    )
  );
  function seats(table, which) {
    return table.samurai.flatMap(
      (each, index) => which(each) ? [index + 1] : []
    );
  }
  function choose(n, k) {
    if (k < 0 || k > n) return 0n;
    let ways2 = 1n;
    for (let i = 0; i < k; i++) ways2 = ways2 * BigInt(n - i) / BigInt(i + 1);
    return ways2;
  }
  function counts(table) {
    const pool = table.unseen.pools[0];
    const dolls = pool.filter((raider) => DOLLS.has(raider)).length;
    const places = [...table.raiders, ...table.intruders].filter((place) => typeof place === "number").length;
    const size = table.samurai.length * (table.difficulty === "easy" ? 6 : 7);
    return { U: pool.length, D: dolls, P: places, N: 2 - (DOLLS.size - dolls), A: table.deals_set_aside ?? 0, S: size };
  }
  function ways(A, S, u, d, p, n) {
    let sum = 0n;
    for (let h = Math.max(n, 0); h <= Math.min(p, d); h++) {
      for (let t = 0; t <= Math.min(A, d - h); t++) {
        sum += choose(p, h) * choose(A, t) * BigInt(S) ** BigInt(t) * choose(u - p - A * S, d - h - t);
      }
    }
    return sum;
  }
  async function turned({ table, step, stream }, pile) {
    const place = table[pile][(step.place ?? 1) - 1];
    if (table.deals_set_aside === null || typeof place === "string")
      return { raider: await stream.turn(place, table.unseen.pools) };
    const { U, D, P, N, A, S } = counts(table);
    const doll = await stream.odds(ways(A, S, U - 1, D - 1, P - 1, N - 1), ways(A, S, U, D, P, N));
    return {
      raider: await stream.pick(table.unseen.pools[0].filter((each) => DOLLS.has(each) === doll))
    };
  }
  var samurai = {
    async DealSamurai({ table, stream }) {
      const chosen = table.samurai.map((each) => each.id);
      const left = SAMURAI.filter((name) => !chosen.includes(name));
      const dealt = await stream.sample(seats(table, (each) => !each.id).length, left);
      return { samurai: chosen.map((name) => name || dealt.shift()) };
    },
    async CheckDeal({ table, stream }) {
      const { U, D, A, S } = counts(table);
      return { enough: await stream.odds(ways(A, S, U, D, S, 2), ways(A, S, U, D, S, 0)) };
    },
    DrawFirstSamurai: async ({ table, stream }) => ({ seat: await stream.pick(seats(table, () => true)) }),
    TurnRaider: (looked) => turned(looked, "raiders"),
    TurnIntruder: (looked) => turned(looked, "intruders"),
    Reinforce: async ({ table, stream }) => ({ raider: await stream.pick(table.discard) }),
    TurnFarm: async ({ table, stream }) => ({ penalty: FARMS.indexOf(await stream.pick(table.farms)) }),
    async WoundSamurai({ table, stream }) {
      const over = table.agenda.some((step) => step.step === "CloseRound");
      return { wounded_seat: await stream.pick(seats(table, (each) => over || !each.passed)) };
    },
    RemoveFamily: async ({ table, stream }) => ({ family: FAMILIES.indexOf(await stream.pick(table.families)) }),
    HealSamurai: async ({ table, stream }) => ({ healed_seat: await stream.pick(seats(table, (each) => each.wounded)) })
  };

  // clients/typescript/verify/titles/shogun.js
  var EVENTS = ["E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "E10", "E11", "E12"];
  var ACTIONS = ["castle", "temple", "theatre", "rice", "tax", "deploy5", "deploy3", "deploy1", "march_a", "march_b"];
  var SPECIALS = ["tax_bonus", "rice_bonus", "six_armies", "attack_bonus", "defence_bonus"];
  var TOWER = { caught: 1, of: 4, hold: 36 };
  var LETTERS = "ABCDE";
  async function throwCubes({ table, edition, stream }) {
    const { caught, of, hold } = edition?.tower ?? TOWER;
    const thrown2 = table.engaged.map(
      (cubes, colour) => cubes + table.tray[colour]
    );
    const count = thrown2.reduce((sum, cubes) => sum + cubes, 0);
    const fallen = thrown2.map(() => 0);
    for (const [colour, resting] of table.tower.entries()) {
      for (let cube = 0; cube < resting; cube++) if (await stream.below(count + hold) < count) fallen[colour]++;
    }
    for (const [colour, cubes] of thrown2.entries()) {
      for (let cube = 0; cube < cubes; cube++) if (await stream.below(of) >= caught) fallen[colour]++;
    }
    return { fallen: { armies: fallen.slice(0, -1), farmers: fallen.at(-1) } };
  }
  var shogun = {
    async TurnUpProvince({ table, stream }) {
      return { province: await stream.pick(table.deck.length ? table.deck : table.under.slice(0, 1)) };
    },
    async DealLineups(looked) {
      const { length } = looked.shown.lineups;
      return { lineups: await looked.stream.shuffle([...LETTERS.slice(0, length)]) };
    },
    async TurnUpEvents({ table, stream }) {
      return {
        events: await stream.sample(
          4,
          EVENTS.filter((card) => !table.spent.includes(card))
        )
      };
    },
    LayActionCards: async ({ stream }) => ({ actions: await stream.sample(5, ACTIONS) }),
    LaySpecialCards: async ({ stream }) => ({ specials: await stream.shuffle(SPECIALS) }),
    DrawEvent: async ({ table, stream }) => ({ card: await stream.pick(table.events) }),
    DrawDaimyo: async ({ shown, stream }) => ({ seats: await stream.shuffle([...shown.seats].sort((a, b) => a - b)) }),
    DropCubes: throwCubes,
    async TurnUpAction({ table, stream }) {
      return { action: await stream.pick(ACTIONS.filter((card) => !table.row.includes(card))) };
    },
    async DropStrayCubes({ table }) {
      return { fallen: { armies: table.seats.map(() => 0), farmers: 0 } };
    },
    async DrawRevolts({ table, step, stream }) {
      const lands = table.lands.filter((land) => land.owner === step.seat);
      return {
        provinces: await stream.sample(
          step.revolts,
          lands.map((land) => land.province)
        )
      };
    }
  };

  // clients/typescript/verify/titles/king_of_tokyo.js
  var CARDS = `
  acid_attack alien_metabolism alpha_monster armor_plating background_dweller burrowing camouflage complete_destruction
  dedicated_news_team eater_of_the_dead energy_hoarder even_bigger extra_head extra_head_2 fire_breathing freeze_time
  friend_of_children giant_brain gourmet healing_ray herbivore herd_culler it_has_a_child jets made_in_a_lab metamorph
  mimic monster_batteries nova_breath omnivore opportunist parasitic_tentacles plot_twist poison_quills poison_spit
  psychic_probe rapid_healing regeneration rooting_for_the_underdog shrink_ray smoke_cloud solar_powered spiked_tail
  stretchy telepath urbavore were_only_making_it_stronger wings apartment_building commuter_train corner_store
  drop_from_high_altitude energize evacuation_orders evacuation_orders_2 fire_blast frenzy gas_refinery heal
  high_altitude_bombing jet_fighters national_guard nuclear_power_plant skyscraper tanks vast_storm
`.trim().split(/\s+/);
  var FACES3 = [1, 2, 3, 4, 5, 6];
  function top(table) {
    if (table.top_card) return [table.top_card];
    const held = table.monsters.flatMap(
      (monster) => monster.cards.map((each) => each.card)
    );
    const seen = /* @__PURE__ */ new Set([...table.market, ...table.discard, table.played, ...held]);
    const unseen = CARDS.filter((card) => !seen.has(card));
    return unseen.length ? unseen : table.discard;
  }
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
  var tokyo = {
    TurnCard: async ({ table, stream }) => ({ card: await stream.pick(top(table)) }),
    PeekCard: async ({ shown, table, stream }) => ({ seat: shown.seat, card: await stream.pick(top(table)) }),
    async ThrowDice(looked) {
      const count = looked.count(() => thrown(looked.step), looked.shown.faces);
      return { faces: await looked.stream.dice(count, FACES3) };
    }
  };

  // clients/typescript/verify/draws.js
  var TableNeeded = class extends Error {
  };
  var Looked = class {
    /**
     * @param {any} shown the recorded outcome
     * @param {any} table the table before it, or null if it is not known
     * @param {any} edition the edition of the game, or null for the title's own
     * @param {import("./chance.js").Stream} stream
     */
    constructor(shown, table, edition, stream) {
      this.shown = shown;
      this.known = table;
      this.edition = edition;
      this.stream = stream;
    }
    get table() {
      if (this.known === null) throw new TableNeeded();
      return this.known;
    }
    /** The step on top of the agenda. */
    get step() {
      return this.table.agenda.at(-1) ?? {};
    }
    /**
     * Return how many things are drawn: by the table, or where it is not known as many as are shown.
     * @param {() => number} counted
     * @param {any[]} shown
     */
    count(counted, shown) {
      return this.known === null ? shown.length : counted();
    }
  };
  var TITLES = {
    infludance_duel: { rulesVersion: 1, outcomes: duel },
    king_of_tokyo: { rulesVersion: 1, outcomes: tokyo },
    liars_dice: { rulesVersion: 1, outcomes: dice },
    samurai_spirit: { rulesVersion: 1, outcomes: samurai },
    shogun: { rulesVersion: 1, outcomes: shogun },
    titan_race: { rulesVersion: 1, outcomes: race }
  };

  // clients/typescript/verify/messages.js
  var V1 = "gunbai.record.v1.";
  var MESSAGES = {
    [`${V1}FileHeader`]: {
      1: "magic string",
      2: "format uint",
      3: "game string",
      4: "head uint",
      5: `ancestors ${V1}Ancestor[]`,
      6: `signedHead ${V1}SignedHead`,
      7: `leaves ${V1}LeafProof[]`,
      8: `resultSignatures ${V1}ResultSignature[]`
    },
    [`${V1}ResultSignature`]: { 1: "seat uint", 2: "signature bytes" },
    [`${V1}LeafProof`]: { 1: "kind uint", 2: "version uint", 3: "proof string" },
    [`${V1}Ancestor`]: { 1: "game string", 2: "version uint", 3: "secret bytes" },
    [`${V1}SignedHead`]: { 1: "note string", 2: "key string", 3: "rotations string[]" },
    [`${V1}Actor`]: { 1: "kind uint", 2: "seat uint" },
    [`${V1}Any`]: { 1: "url string", 2: "value bytes" },
    [`${V1}Item`]: { 1: `open ${V1}Any`, 2: "sealed bytes", 3: "salt bytes" },
    [`${V1}Entry`]: {
      1: "game string",
      2: "version uint",
      3: `actor ${V1}Actor`,
      4: "atMicros int",
      5: "commandId string",
      6: `command ${V1}Item`,
      7: `events ${V1}Item[]`,
      8: "positionDigest bytes",
      9: "previous bytes",
      10: "digest bytes",
      11: "signature bytes",
      12: "expectedVersion uint"
    },
    [`${V1}CreateGame`]: {
      1: "title string",
      2: "rulesVersion uint",
      3: "seats uint",
      4: "optionsJson string",
      5: "editionJson string",
      6: "editionDigest string",
      7: "tableJson string",
      8: "chanceSource uint",
      9: "private bool",
      10: "commitment bytes",
      11: "label string",
      12: "shareSeconds uint",
      13: "stalled uint",
      14: "playedOn string",
      15: "tags string[]",
      16: "arbiter bytes",
      17: "invitedOnly bool",
      18: `clock ${V1}ClockTerms`,
      19: "reissueSeconds uint"
    },
    [`${V1}GameCreated`]: {},
    [`${V1}ClockTerms`]: {
      1: "decisionSeconds uint",
      2: "bankSeconds uint",
      3: "incrementSeconds uint",
      4: "expiry uint",
      5: "botSeconds uint"
    },
    [`${V1}HeldSeat`]: { 1: "seat uint", 2: "publicKey bytes" },
    [`${V1}ForkGame`]: {
      1: "parent string",
      2: "parentVersion uint",
      3: "parentDigest bytes",
      4: "chanceSource uint",
      5: "private bool",
      6: "commitment bytes",
      7: "label string",
      8: "consents bytes[]",
      9: `heldSeats ${V1}HeldSeat[]`,
      10: "shareSeconds uint",
      11: "stalled uint",
      12: "playedOn string",
      13: "tags string[]",
      14: "arbiter bytes",
      15: "invitedOnly bool",
      16: `clock ${V1}ClockTerms`,
      17: "continues bool",
      18: "reissueSeconds uint"
    },
    [`${V1}GameForked`]: {},
    [`${V1}TakeSeat`]: { 1: "seat uint", 2: "entropy bytes", 3: "publicKey bytes", 4: "commitment bytes" },
    [`${V1}SeatTaken`]: { 1: "seat uint" },
    [`${V1}PlayerNamed`]: { 1: "seat uint", 2: "player string" },
    [`${V1}FreeSeat`]: { 1: "seat uint" },
    [`${V1}LeaveSeat`]: { 1: "seat uint", 2: "since uint" },
    [`${V1}SeatFreed`]: { 1: "seat uint" },
    [`${V1}ReissueToken`]: { 1: "seat uint", 2: "tokenHash bytes" },
    [`${V1}TokenReissued`]: { 1: "seat uint" },
    [`${V1}StartGame`]: {},
    [`${V1}GameStarted`]: {},
    [`${V1}AskShares`]: {},
    [`${V1}AnnounceReissue`]: { 1: "seat uint", 2: "tokenHash bytes" },
    [`${V1}ReissueAnnounced`]: { 1: "seat uint", 2: "untilMicros int" },
    [`${V1}VetoReissue`]: { 1: "seat uint" },
    [`${V1}ReissueVetoed`]: { 1: "seat uint" },
    [`${V1}CompleteReissue`]: { 1: "seat uint" },
    [`${V1}SharesAsked`]: { 1: "deadlineMicros int" },
    [`${V1}RevealShare`]: { 1: "seat uint", 2: "share bytes" },
    [`${V1}ShareRevealed`]: { 1: "seat uint" },
    [`${V1}BeginGame`]: {},
    [`${V1}SeatShare`]: { 1: "seat uint", 2: "share bytes", 3: "nextCommitment bytes" },
    [`${V1}SharesGiven`]: { 1: `shares ${V1}SeatShare[]` },
    [`${V1}CallTime`]: { 1: `shares ${V1}SeatShare[]` },
    [`${V1}StartVoided`]: { 1: "seats uint[]", 2: "secret bytes" },
    [`${V1}GameStalled`]: { 1: "seats uint[]", 2: "winners uint[]", 3: "secret bytes" },
    [`${V1}CloseGame`]: {},
    [`${V1}GameClosed`]: {
      1: "ending string",
      2: "clause string",
      3: "winners uint[]",
      4: "scores int[]",
      5: "remark string",
      6: "secret bytes"
    },
    [`${V1}AbandonGame`]: { 1: "reason string" },
    [`${V1}GameAbandoned`]: { 1: "secret bytes" },
    [`${V1}ContinueGame`]: { 1: "branch string", 2: "version uint" },
    [`${V1}GameContinued`]: { 1: "chance bool", 2: "hidden bool" },
    [`${V1}EndContinuation`]: { 1: "branchVersion uint", 2: "branchDigest bytes" },
    [`${V1}ContinuationEnded`]: { 1: "secret bytes" },
    [`${V1}Concede`]: {},
    [`${V1}SeatConceded`]: { 1: "seat uint" },
    [`${V1}AgreedResult`]: { 1: "winners uint[]", 2: "scores int[]" },
    [`${V1}AgreedPause`]: { 1: "seconds uint" },
    [`${V1}AgreedResumption`]: {},
    [`${V1}Agree`]: {
      1: `result ${V1}AgreedResult`,
      2: `pause ${V1}AgreedPause`,
      3: `resumption ${V1}AgreedResumption`
    },
    [`${V1}SeatAgreed`]: { 1: "seat uint" },
    [`${V1}AgreementReached`]: {},
    [`${V1}ClocksPaused`]: { 1: "untilMicros int" },
    [`${V1}ClocksResumed`]: {},
    [`${V1}DecideGame`]: {
      1: "basis uint",
      2: "seats uint[]",
      3: "winners uint[]",
      4: "scores int[]",
      5: "reason string",
      6: "appealPending bool"
    },
    [`${V1}ResultDecided`]: {},
    [`${V1}GameDecided`]: { 1: "basis uint", 2: "winners uint[]", 3: "scores int[]", 4: "secret bytes" },
    [`${V1}RuleIrregularity`]: {
      1: "clause string",
      2: "done string",
      3: "seat uint",
      4: "remedy uint",
      5: "position bytes"
    },
    [`${V1}IrregularityRuled`]: {},
    [`${V1}PositionSet`]: { 1: "tableJson string" },
    [`${V1}OutcomeCorrected`]: { 1: "version uint" },
    [`${V1}CallClock`]: {},
    [`${V1}ClockExpired`]: { 1: "seats uint[]" },
    [`${V1}ExcuseStop`]: { 1: "sinceMicros int" },
    [`${V1}StopExcused`]: {},
    "gunbai.infludance_duel.v1.DrawStarter": { 1: "seat uint" },
    "gunbai.infludance_duel.v1.SpinMagazine": { 1: "chamber uint" },
    "gunbai.infludance_duel.v1.ShowToken": { 1: "ammunition uint" },
    "gunbai.infludance_duel.v1.RevealTokens": { 1: "red uint[]", 2: "blue uint[]" },
    "gunbai.king_of_tokyo.v1.TurnCard": { 1: "card string" },
    "gunbai.king_of_tokyo.v1.ThrowDice": { 1: "faces uint[]" },
    "gunbai.king_of_tokyo.v1.PeekCard": { 1: "seat uint", 2: "card string" },
    "gunbai.liars_dice.v1.ShakeCup": { 1: "seat uint", 2: "dice uint[]" },
    "gunbai.samurai_spirit.v1.DealSamurai": { 1: "samurai string[]" },
    "gunbai.samurai_spirit.v1.CheckDeal": { 1: "enough bool" },
    "gunbai.samurai_spirit.v1.DrawFirstSamurai": { 1: "seat uint" },
    "gunbai.samurai_spirit.v1.TurnRaider": { 1: "raider string" },
    "gunbai.samurai_spirit.v1.TurnIntruder": { 1: "raider string" },
    "gunbai.samurai_spirit.v1.Reinforce": { 1: "raider string" },
    "gunbai.samurai_spirit.v1.TurnFarm": { 1: "penalty uint" },
    "gunbai.samurai_spirit.v1.WoundSamurai": { 1: "wounded_seat uint" },
    "gunbai.samurai_spirit.v1.RemoveFamily": { 1: "family uint" },
    "gunbai.samurai_spirit.v1.HealSamurai": { 1: "healed_seat uint" },
    "gunbai.shogun.v1.TurnUpProvince": { 1: "province string" },
    "gunbai.shogun.v1.DealLineups": { 1: "lineups string[]" },
    "gunbai.shogun.v1.TurnUpEvents": { 1: "events string[]" },
    "gunbai.shogun.v1.LayActionCards": { 1: "actions string[]" },
    "gunbai.shogun.v1.LaySpecialCards": { 1: "specials string[]" },
    "gunbai.shogun.v1.DrawEvent": { 1: "card string" },
    "gunbai.shogun.v1.DrawDaimyo": { 1: "seats uint[]" },
    "gunbai.shogun.v1.Cubes": { 1: "armies uint[]", 2: "farmers uint" },
    "gunbai.shogun.v1.DropCubes": { 1: "fallen gunbai.shogun.v1.Cubes" },
    "gunbai.shogun.v1.DropStrayCubes": { 1: "fallen gunbai.shogun.v1.Cubes" },
    "gunbai.shogun.v1.TurnUpAction": { 1: "action string" },
    "gunbai.shogun.v1.DrawRevolts": { 1: "provinces string[]" },
    "gunbai.titan_race.v1.DealCard": { 1: "seat uint", 2: "card string" },
    "gunbai.titan_race.v1.RollForFirst": { 1: "colour uint" },
    "gunbai.titan_race.v1.RollDice": { 1: "colours uint[]" },
    "gunbai.titan_race.v1.StealCard": { 1: "seat uint", 2: "card string" },
    "gunbai.titan_race.v1.RerollDie": { 1: "colour uint" }
  };

  // clients/typescript/verify/protobuf.js
  var SCALARS = /* @__PURE__ */ new Set(["uint", "int", "bool", "string", "bytes"]);
  var Reader = class {
    /** @param {Uint8Array} bytes @param {boolean} [sent] whether numbers may be longer than they need to be */
    constructor(bytes, sent = false) {
      this.bytes = bytes;
      this.sent = sent;
      this.at = 0;
    }
    get done() {
      return this.at >= this.bytes.length;
    }
    /** Return the next varint of at most 64 bits. */
    varint() {
      let value2 = 0n;
      for (let shift = 0n; shift < 70n; shift += 7n) {
        if (this.done) throw new RecordError("it ends within a number");
        const byte = this.bytes[this.at++];
        value2 |= BigInt(byte & 127) << shift;
        if (byte < 128) {
          if (byte === 0 && shift > 0n && !this.sent) throw new RecordError("a number is longer than it needs to be");
          if (value2 >= 1n << 64n) break;
          return value2;
        }
      }
      throw new RecordError("a number has more than 64 bits");
    }
    /** @param {number} size */
    take(size) {
      if (size > this.bytes.length - this.at) throw new RecordError(`it ends before ${size} bytes that are announced`);
      this.at += size;
      return this.bytes.subarray(this.at - size, this.at);
    }
    delimited() {
      return this.take(number(this.varint()));
    }
  };
  function number(value2) {
    if (value2 > Number.MAX_SAFE_INTEGER || value2 < Number.MIN_SAFE_INTEGER) {
      throw new RecordError(`a number is beyond 2^53: ${value2}`);
    }
    return Number(value2);
  }
  function decode(messages, name, bytes, sent = false) {
    const fields = messages[name];
    const message2 = {};
    for (const each of Object.values(fields)) {
      const [field2, kind] = each.split(" ");
      message2[field2] = kind.endsWith("[]") ? [] : start(kind);
    }
    const seen = /* @__PURE__ */ new Map();
    let before = 0;
    for (const reader = new Reader(bytes, sent); !reader.done; ) {
      const tag = number(reader.varint());
      if (tag < before && name.startsWith(FILE) && !sent)
        throw new RecordError(`${name} has its fields in another order`);
      before = tag;
      const [field2, kind] = (fields[Math.floor(tag / 8)] ?? "").split(" ");
      if (!field2) throw new RecordError(`${name} has no field ${Math.floor(tag / 8)}`);
      const single = kind.replace("[]", "");
      if (kind !== single) {
        message2[field2].push(...several(messages, single, tag % 8, reader, name, sent));
        continue;
      }
      if (sent) {
        message2[field2] = again(messages, single, tag % 8, reader, name, seen, field2);
        continue;
      }
      if (seen.has(field2)) throw new RecordError(`${name} has the field ${field2} twice`);
      seen.set(field2, reader.bytes);
      const value2 = one(messages, single, tag % 8, reader, name, sent);
      if (SCALARS.has(single) && (value2 === start(single) || value2.length === 0) && !kept(name, field2)) {
        throw new RecordError(`${name} has an empty ${field2}`);
      }
      message2[field2] = value2;
    }
    return message2;
  }
  function again(messages, kind, wire, reader, name, seen, field2) {
    if (SCALARS.has(kind) || wire !== 2) return one(messages, kind, wire, reader, name, true);
    const whole2 = joined(seen.get(field2) ?? new Uint8Array(0), reader.delimited());
    seen.set(field2, whole2);
    return decode(messages, kind, whole2, true);
  }
  var FILE = "gunbai.record.v1.";
  var kept = (name, field2) => name === "gunbai.record.v1.Item" && field2 === "sealed";
  function start(kind) {
    return { uint: 0, int: 0, bool: false, string: "", bytes: new Uint8Array(0) }[kind] ?? null;
  }
  function several(messages, kind, wire, reader, name, sent) {
    if (wire !== 2 || !["uint", "int", "bool"].includes(kind)) return [one(messages, kind, wire, reader, name, sent)];
    const found = [];
    for (const packed = new Reader(reader.delimited(), sent); !packed.done; )
      found.push(one(messages, kind, 0, packed, name, sent));
    return found;
  }
  function one(messages, kind, wire, reader, name, sent) {
    if (wire !== (["uint", "int", "bool"].includes(kind) ? 0 : 2))
      throw new RecordError(`${name} has a field of another kind`);
    switch (kind) {
      case "uint":
        return number(reader.varint());
      case "int":
        return number(BigInt.asIntN(64, reader.varint()));
      case "bool":
        return reader.varint() !== 0n;
      case "bytes":
        return reader.delimited().slice();
      case "string":
        try {
          return text(reader.delimited());
        } catch (error) {
          if (error instanceof RecordError) throw error;
          throw new RecordError(`${name} has a text that is not UTF-8`);
        }
      default:
        return decode(messages, kind, reader.delimited(), sent);
    }
  }

  // clients/typescript/verify/record.js
  var MAGIC = "gunbai record";
  var MOST = 16 * 1024 * 1024;
  var LONGEST_LINE = 32 * 1024 * 1024;
  var URL2 = "type.googleapis.com/";
  var V12 = "gunbai.record.v1.";
  function read(input) {
    const bytes = typeof input === "string" ? utf8(input) : input;
    const found = bytes[0] === 123 && bytes[1] === 34 ? readLines(bytes) : readMessages(bytes);
    if (found.entries.length !== found.header.head) {
      throw new RecordError(`the file has ${found.entries.length} entries, its header says ${found.header.head}`);
    }
    return found;
  }
  function readMessages(bytes) {
    const file = new Reader(bytes);
    const header = message(file, "FileHeader", "the header");
    checkHeader(header);
    const entries = [];
    while (!file.done) {
      const place = `entry ${entries.length + 1}`;
      entries.push(entryFrom(message(file, "Entry", place), place));
    }
    return { header, entries };
  }
  function entryFrom(entry, place) {
    for (const each of ["actor", "command"]) if (!entry[each]) throw new RecordError(`${place} has no ${each}`);
    const events = entry.events.map((each) => item(each, place));
    return { ...entry, command: item(entry.command, place), events };
  }
  function message(file, name, place) {
    try {
      const size = Number(file.varint());
      if (size > MOST) throw new RecordError(`it has ${size} bytes`);
      return decode(MESSAGES, V12 + name, file.take(size));
    } catch (error) {
      if (error instanceof RecordError) throw new RecordError(`${place}: ${error.message}`);
      throw error;
    }
  }
  function item(read3, place) {
    if (!read3.open) {
      if (read3.sealed.length !== 32 || read3.salt.length)
        throw new RecordError(`${place}: a sealed item is not just its leaf`);
      return { sealed: read3.sealed };
    }
    const type = read3.open.url.slice(read3.open.url.lastIndexOf("/") + 1);
    if (read3.sealed.length || read3.open.url !== URL2 + type)
      throw new RecordError(`${place}: an item is not ${URL2} and a name`);
    return { type, value: read3.open.value, salt: read3.salt };
  }
  function checkHeader(header) {
    if (header.magic !== MAGIC) throw new RecordError("this is not a record file of gunbai");
    if (header.format !== 1) throw new RecordError(`the format ${header.format} is unknown`);
  }
  function readLines(bytes) {
    const lines3 = [];
    for (let start2 = 0; start2 < bytes.length; ) {
      const end = bytes.indexOf(10, start2);
      if (end < 0) throw new RecordError(`line ${lines3.length + 1} does not end`);
      if (end - start2 > LONGEST_LINE) throw new RecordError(`line ${lines3.length + 1} is too long`);
      lines3.push(bytes.subarray(start2, end));
      start2 = end + 1;
    }
    const [first, ...rest] = lines3;
    const header = parsed(first, "the header", headerOf2, headerLine);
    checkHeader(header);
    return { header, entries: rest.map((line, index) => parsed(line, `entry ${index + 1}`, entryOf, entryLine)) };
  }
  function parsed(line, place, made, written) {
    let value2, again2;
    try {
      value2 = made(JSON.parse(text(line)));
      again2 = utf8(written(value2));
    } catch (error) {
      throw new RecordError(`${place} is no line of a record: ${error instanceof Error ? error.message : error}`);
    }
    if (again2.length !== line.length || again2.some((byte, at2) => byte !== line[at2])) {
      throw new RecordError(`${place} is not written in the canonical form`);
    }
    return value2;
  }
  function raw(encoded) {
    const bytes = typeof encoded === "string" ? unbase64(encoded) : null;
    if (bytes === null) throw new RecordError(`${String(encoded).slice(0, 60)} is not Base64`);
    return bytes;
  }
  function whole(value2) {
    if (!Number.isSafeInteger(value2)) throw new RecordError(`${value2} is not a whole number`);
    return value2;
  }
  function string(value2) {
    if (typeof value2 !== "string") throw new RecordError(`${value2} is not a text`);
    return value2;
  }
  function headerOf2(line) {
    const signed = line.signed_head;
    return {
      magic: string(line.magic),
      format: whole(line.format),
      game: string(line.game),
      head: whole(line.head),
      ancestors: line.ancestors.map((each) => ({
        game: string(each.game),
        version: whole(each.version),
        secret: raw(each.secret)
      })),
      signedHead: signed === null ? null : { note: string(signed.note), key: string(signed.key), rotations: signed.rotations.map(string) },
      leaves: line.leaves.map((each) => ({
        kind: whole(each.kind),
        version: whole(each.version),
        proof: string(each.proof)
      })),
      resultSignatures: line.result_signatures.map((each) => ({
        seat: whole(each.seat),
        signature: raw(each.signature)
      }))
    };
  }
  function headerLine(header) {
    const { magic, format, game, head, signedHead, leaves } = header;
    const ancestors = header.ancestors.map((each) => ({ ...each, secret: base64(each.secret) }));
    const signatures = header.resultSignatures.map((each) => ({
      ...each,
      signature: base64(each.signature)
    }));
    return JSON.stringify({
      magic,
      format,
      game,
      head,
      ancestors,
      signed_head: signedHead,
      leaves,
      result_signatures: signatures
    });
  }
  function entryOf(line) {
    return {
      game: string(line.game),
      version: whole(line.version),
      actor: { kind: whole(line.actor.kind), seat: whole(line.actor.seat) },
      atMicros: whole(line.at_micros),
      commandId: string(line.command_id),
      expectedVersion: whole(line.expected_version),
      command: itemOf(line.command),
      events: line.events.map(itemOf),
      positionDigest: raw(line.position_digest),
      previous: raw(line.previous),
      digest: raw(line.digest),
      signature: raw(line.signature)
    };
  }
  function itemOf(line) {
    if ("sealed" in line) {
      const sealed = raw(line.sealed);
      if (sealed.length !== 32) throw new RecordError("a sealed item is not just its leaf");
      return { sealed };
    }
    return { type: string(line.type), value: raw(line.value), salt: raw(line.salt) };
  }
  function entryLine(entry) {
    return JSON.stringify({
      game: entry.game,
      version: entry.version,
      actor: { kind: entry.actor.kind, seat: entry.actor.seat },
      at_micros: entry.atMicros,
      command_id: entry.commandId,
      expected_version: entry.expectedVersion,
      command: itemLine(entry.command),
      events: entry.events.map(itemLine),
      position_digest: base64(entry.positionDigest),
      previous: base64(entry.previous),
      digest: base64(entry.digest),
      signature: base64(entry.signature)
    });
  }
  function itemLine(each) {
    if ("sealed" in each) return { sealed: base64(each.sealed) };
    return { type: each.type, value: base64(each.value), salt: base64(each.salt) };
  }
  var SENT = ["Concede", "Agree", "DecideGame", "RuleIrregularity", "PositionSet"].map((name) => V12 + name);
  function messageOf(each, name) {
    const full = name.includes(".") ? name : V12 + name;
    return each && "type" in each && each.type === full ? decode(MESSAGES, full, each.value, SENT.includes(full)) : null;
  }

  // clients/typescript/verify/commands.js
  var V13 = "gunbai.record.v1.";
  var HOST = 1;
  var SEAT = 2;
  var CHANCE = 3;
  var ARBITER = 4;
  var SUBSTITUTE = 5;
  var COMMANDS = {
    CreateGame: { by: HOST, events: ["GameCreated"] },
    ForkGame: { by: HOST, events: ["GameForked"] },
    TakeSeat: { by: SEAT, events: ["SeatTaken PlayerNamed"] },
    FreeSeat: { by: HOST, sent: "request", events: ["SeatFreed"] },
    LeaveSeat: { by: SEAT, sent: "request", events: ["SeatFreed"] },
    ReissueToken: { by: SEAT, sent: "order", events: ["TokenReissued"] },
    AnnounceReissue: { by: HOST, sent: "request", events: ["ReissueAnnounced"] },
    VetoReissue: { by: SEAT, sent: "request", events: ["ReissueVetoed"] },
    CompleteReissue: { by: HOST, events: ["TokenReissued"] },
    StartGame: { by: HOST, events: ["GameStarted *", "SharesAsked"] },
    AskShares: { by: HOST, events: ["SharesAsked"] },
    RevealShare: { by: SEAT, events: ["ShareRevealed"] },
    BeginGame: { by: HOST, events: ["GameStarted *"] },
    CallTime: { by: HOST, events: ["StartVoided", "GameStalled"] },
    Concede: { by: SEAT, sent: "order", events: ["SeatConceded"] },
    Agree: {
      by: SEAT,
      sent: "order",
      events: [
        "SeatAgreed",
        "SeatAgreed AgreementReached",
        "SeatAgreed AgreementReached ClocksPaused",
        "SeatAgreed AgreementReached ClocksResumed"
      ]
    },
    RuleIrregularity: { by: ARBITER, sent: "order", events: ["IrregularityRuled", "IrregularityRuled PositionSet *"] },
    DecideGame: { by: ARBITER, sent: "order", events: ["ResultDecided"] },
    CallClock: { by: HOST, events: ["ClockExpired"] },
    ExcuseStop: { by: HOST, events: ["StopExcused"] },
    ContinueGame: { by: HOST, events: ["GameContinued"] },
    EndContinuation: { by: HOST, events: ["ContinuationEnded"] },
    CloseGame: { by: HOST, events: ["GameClosed", "GameDecided"] },
    AbandonGame: { by: HOST, events: ["GameAbandoned"] }
  };
  var BEFORE_THE_TITLES = ["*", "SharesGiven *", "OutcomeCorrected *"];
  var ownName = (item3) => item3 && "type" in item3 && item3.type.startsWith(V13) ? item3.type.slice(V13.length) : "";
  var commandOf = (entry) => ownName(entry.command);
  var isKnown = (name) => Object.hasOwn(COMMANDS, name);
  var command = (entry) => messageOf(entry.command, commandOf(entry));
  var event = (entry, index, name) => messageOf(entry.events[index], name);
  function fits(entry, pattern) {
    const names = pattern.split(" ");
    const open = names.at(-1) === "*";
    if (open) names.pop();
    if (entry.events.length < names.length || !open && entry.events.length > names.length) return false;
    return entry.events.every((item3, index) => "sealed" in item3 || ownName(item3) === (names[index] ?? ""));
  }
  var byBot = (entry) => entry.actor.kind === SUBSTITUTE && entry.commandId !== "";
  function checkShape(entry, dealt) {
    const name = commandOf(entry);
    const known = COMMANDS[name];
    const own = known ?? { by: entry.actor.kind, events: BEFORE_THE_TITLES };
    const { kind, seat } = entry.actor;
    if (kind !== own.by || !known && ![SEAT, CHANCE, SUBSTITUTE].includes(kind)) {
      throw new RecordError(`its command is none that an actor of the kind ${kind} gives`);
    }
    if ([SEAT, SUBSTITUTE].includes(kind) !== seat > 0) throw new RecordError(`its actor has the seat ${seat}`);
    if (!own.events.some((pattern) => fits(entry, pattern)))
      throw new RecordError("its events are none that follow from its command");
    const order = own.sent === "order" || !known && (kind === SEAT || byBot(entry) || kind === CHANCE && dealt);
    checkSent(entry, order ? "order" : own.sent);
    if (known) checkSeats(entry);
  }
  function checkSent(entry, sent) {
    if (commandOf(entry) === "TakeSeat" && entry.signature.length) sent = "order";
    if (Boolean(entry.commandId) !== Boolean(sent)) {
      throw new RecordError(sent ? "a client's command has an id, and it has none" : "it has an id that no client sent");
    }
    const { expectedVersion, version } = entry;
    const right = sent === "order" ? expectedVersion >= 1 && expectedVersion < version : expectedVersion === 0;
    if (!right) throw new RecordError(`it cannot expect version ${expectedVersion}`);
  }
  function checkSeats(entry) {
    const asked = command(entry);
    const named = asked.seat ?? entry.actor.seat;
    const acts = entry.actor.kind === SEAT;
    if (acts && named !== entry.actor.seat) throw new RecordError(`it is about seat ${named}, which is not its actor`);
    if (commandOf(entry) === "RuleIrregularity") return;
    for (const [index, item3] of entry.events.entries()) {
      const name = ownName(item3);
      const seat = name && event(entry, index, name).seat;
      if (seat && seat !== named) throw new RecordError(`its events are about seat ${seat}, not ${named}`);
    }
  }

  // clients/typescript/verify/contents.js
  var LONGEST_ID = 64;
  var MOST_COMMAND = 65536;
  var MOST_ENTROPY = 64;
  var MOST_TABLE = 65536;
  var KEY_BYTES = 32;
  var characters = (text2) => [...text2].length;
  function checkContents(entry) {
    const { command: command2, commandId } = entry;
    if (characters(commandId) > LONGEST_ID)
      throw new RecordError(`its command_id has more than ${LONGEST_ID} characters`);
    if (commandId && "type" in command2 && command2.value.length > MOST_COMMAND)
      throw new RecordError(`its command has ${command2.value.length} bytes, more than ${MOST_COMMAND}`);
    for (const item3 of [command2, ...entry.events]) {
      if (!("type" in item3) || !item3.type.startsWith("gunbai.record.") || !MESSAGES[item3.type]) continue;
      const message2 = messageOf(item3, item3.type);
      if (item3.type.endsWith(".PositionSet") && characters(message2.tableJson) > MOST_TABLE)
        throw new RecordError(`the position that it sets has more than ${MOST_TABLE} characters`);
    }
    if (commandOf(entry) === "TakeSeat") checkTaken(messageOf(command2, "TakeSeat"));
  }
  function checkTaken({ seat, entropy, publicKey }) {
    if (entropy.length > MOST_ENTROPY)
      throw new RecordError(`the entropy of seat ${seat} has ${entropy.length} bytes, more than ${MOST_ENTROPY}`);
    if (![0, KEY_BYTES].includes(publicKey.length))
      throw new RecordError(`the public key of seat ${seat} has ${publicKey.length} bytes, not ${KEY_BYTES}`);
  }

  // clients/typescript/verify/course.js
  var CONCESSION = 2;
  var AGREEMENT = 3;
  var ADJUDICATION = 4;
  var PENALTY = 6;
  var TIME = 7;
  var LOSES = 2;
  var STANDS = 1;
  var CORRECTED = 2;
  var REFEREE = 1;
  var DEALER = 2;
  var COMMITTED = 3;
  var MICROS = 1e6;
  var MOST_CHARACTERS = 300;
  var DIGEST_BYTES = 32;
  var CONSENT_BYTES = 16;
  var NOTICES = ["AnnounceReissue", "VetoReissue", "CompleteReissue"];
  var BEFORE_START = [
    "TakeSeat",
    "FreeSeat",
    "LeaveSeat",
    "StartGame",
    "AskShares",
    "RevealShare",
    "BeginGame",
    "CallTime"
  ];
  var ORDERS = ["Concede", "Agree", "RuleIrregularity", "DecideGame"];
  var BY_HOST = ["CallClock", "ExcuseStop", "ContinueGame", "CloseGame", "AbandonGame", "CallTime", "AskShares"];
  var TAKES = {
    open: [...BEFORE_START, ...NOTICES, "AbandonGame"],
    running: [...ORDERS, ...BY_HOST, ...NOTICES],
    appealed: ["DecideGame", "RuleIrregularity", "AbandonGame"],
    decided: ["CloseGame"],
    continued: ["EndContinuation"]
  };
  var Course = class {
    /** @param {Part} part @param {Course | null} above that of the game which it is branched from */
    constructor(part, above) {
      this.part = part;
      this.state = "open";
      this.due = null;
      this.started = 0;
      this.movedAt = above?.movedAt ?? 0;
      this.drawnAt = 0;
      this.leftAt = 0;
      this.paused = false;
      this.pausedUntil = 0;
      this.counted = above && part.command.continues && part.command.clock?.bankSeconds ? above.counted : 0;
      this.used = 0;
      this.left = null;
      this.asks = null;
      this.above = above;
      this.out = /* @__PURE__ */ new Set();
      this.late = /* @__PURE__ */ new Set();
      this.withBot = /* @__PURE__ */ new Set();
      this.words = /* @__PURE__ */ new Map();
      this.irregularities = [];
      this.before = null;
    }
    get playing() {
      return this.seats.filter((seat) => !this.out.has(seat));
    }
    get seats() {
      return Array.from({ length: this.part.seats }, (_, index) => index + 1);
    }
    get clock() {
      return this.part.command.clock;
    }
    /**
     * Check one more entry of the game, and return in which respects the rules decide about it. Throws RecordError.
     * @param {Entry} entry
     * @param {{hidden: boolean}} record whether any item of the record so far can hide a fact
     * @returns {Promise<import("./index.js").Unchecked["reason"][]>}
     */
    async follow(entry, { hidden }) {
      const name = commandOf(entry);
      if (name && !isKnown(name)) return ["UNKNOWN_COMMAND"];
      checkShape(entry, this.part.source === DEALER);
      if (entry.actor.seat > this.part.seats) throw new RecordError(`the game has no seat ${entry.actor.seat}`);
      this.#count(entry, name);
      if (this.#followsAtOnce(entry, name) && entry.atMicros !== this.before?.atMicros)
        throw new RecordError("it follows by itself, at the time of the entry before");
      const left = name ? await this.#own(entry, name, hidden) : this.#moved(entry);
      this.before = entry;
      return left;
    }
    /**
     * Whether the referee adds an entry by itself, at once.
     * @param {Entry} entry
     * @param {string} name
     */
    #followsAtOnce(entry, name) {
      if (name) return name === "BeginGame" || name === "CloseGame";
      return entry.actor.kind === CHANCE && [REFEREE, COMMITTED].includes(this.part.source);
    }
    /** Count the time since the entry before, but what lies in a pause or an excused stop. @param {Entry} entry @param {string} name */
    #count(entry, name) {
      this.used = 0;
      if (this.state !== "running" || !this.before) return;
      const upto = name === "ExcuseStop" ? command(entry).sinceMicros : entry.atMicros;
      this.used = Math.max(0, upto - Math.max(this.before.atMicros, this.pausedUntil));
      this.counted += this.used;
    }
    /**
     * Note what the rules wait for after an entry, null if that is not known: decisions end and begin with it.
     * @param {Entry} entry
     * @param {Waits | null} waits
     */
    wait(entry, waits) {
      if (!this.clock) return;
      const before = event(entry, 0, "OutcomeCorrected") ? null : this.asks;
      this.asks = null;
      if (this.state !== "running") return;
      if (!waits) {
        this.left = null;
        return;
      }
      const now = waits.seats.filter((seat) => !this.out.has(seat));
      this.asks = { step: waits.step, seats: now };
      if (event(entry, 0, "GameStarted")) this.left = this.#wound();
      else this.#turn(before, now, waits.step);
    }
    /** @returns {number[] | null} the time of each seat when the game begins */
    #wound() {
      const { decisionSeconds, bankSeconds } = this.clock;
      if (bankSeconds && this.part.command.continues) return this.above?.left && [...this.above.left];
      return this.seats.map(() => (decisionSeconds || bankSeconds) * MICROS);
    }
    /** @param {Waits | null} before @param {number[]} now the seats that are asked @param {string} step */
    #turn(before, now, step) {
      if (!this.left) return;
      const { decisionSeconds, incrementSeconds, botSeconds } = this.clock;
      const was = before?.seats ?? [];
      const goesOn = (seat) => before?.step === step && was.includes(seat) && now.includes(seat);
      for (const seat of [...this.late]) if (!goesOn(seat)) this.late.delete(seat);
      this.left = this.left.map((left, index) => {
        const seat = index + 1;
        const rest = was.includes(seat) ? left - this.used : left;
        if (goesOn(seat)) return rest;
        if (now.includes(seat) && this.withBot.has(seat)) return botSeconds * MICROS;
        if (decisionSeconds) return now.includes(seat) ? decisionSeconds * MICROS : rest;
        return was.includes(seat) ? Math.max(0, rest) + incrementSeconds * MICROS : rest;
      });
    }
    /** @returns {number[] | null} the seats whose time is up at an entry, but those for whom that is noted; null if not known */
    #expiring() {
      const left = this.left;
      return left && this.seats.filter((seat) => this.asks?.seats.includes(seat) && !this.late.has(seat) && left[seat - 1] < this.used);
    }
    /** @param {Entry} entry @param {string} name @param {boolean} hidden @returns {Promise<any[]>} */
    async #own(entry, name, hidden) {
      const founds = name === "CreateGame" || name === "ForkGame";
      if (!founds && name !== "ReissueToken" && !TAKES[this.state].includes(name)) {
        throw new RecordError(`a game that is ${this.state} takes no ${name}`);
      }
      if (name === "ReissueToken" && this.state === "decided")
        throw new RecordError("nothing comes between the decision of a game and its end");
      if (this.part.source !== DEALER && !this.part.command.arbiter.length && entry.actor.kind === ARBITER)
        throw new RecordError("the game has no arbiter");
      switch (name) {
        case "StartGame":
        case "BeginGame":
          return this.#started(entry);
        case "Concede":
          return this.#conceded(entry);
        case "Agree":
          return this.#agreed(entry);
        case "RuleIrregularity":
          return this.#irregular(entry);
        case "DecideGame":
          return this.#decided(entry);
        case "CallClock":
          return this.#expired(entry);
        case "ExcuseStop":
          return this.#excused(entry);
        case "ContinueGame":
          return this.#continued(entry, hidden);
        case "EndContinuation":
          return this.#ended(entry);
        case "CloseGame":
          return this.#closed(entry);
        default:
          return [];
      }
    }
    /** An entry of the title. @param {Entry} entry @returns {any[]} */
    #moved(entry) {
      if (this.state !== "running") throw new RecordError(`a game that is ${this.state} takes no command of its title`);
      const { kind, seat } = entry.actor;
      if (kind === SEAT && this.out.has(seat)) throw new RecordError(`seat ${seat} plays no longer`);
      if (kind === SUBSTITUTE) this.#substituted(entry);
      const corrected = event(entry, 0, "OutcomeCorrected");
      if (corrected && kind !== CHANCE) throw new RecordError("the dealer alone corrects an outcome");
      if (corrected) this.#corrected(entry, corrected.version);
      this.#changed(entry);
      if (kind === CHANCE) this.drawnAt = entry.version;
      if (kind === SUBSTITUTE && !byBot(entry)) return ["DEFAULT_NOT_JUDGED"];
      if (kind === CHANCE || !this.clock) return [];
      const up = this.#expiring();
      if (up && (up.includes(seat) || this.late.has(seat))) throw new RecordError(`the time of seat ${seat} is up`);
      if (kind === SEAT) this.withBot.delete(seat);
      return up ? [] : ["CLOCK_NOT_JUDGED"];
    }
    /** @param {Entry} entry that changes the table */
    #changed(entry) {
      this.movedAt = entry.version;
      this.words.clear();
    }
    /** @param {Entry} entry */
    #substituted(entry) {
      const { seat } = entry.actor;
      if (byBot(entry)) {
        if (!this.withBot.has(seat) || this.out.has(seat)) throw new RecordError(`seat ${seat} did not go to a bot`);
        return;
      }
      if (!this.out.has(seat) && !this.late.has(seat))
        throw new RecordError(`seat ${seat} plays and is in time: it has no substitute`);
      if (entry.atMicros !== this.before?.atMicros)
        throw new RecordError("a substitute plays at the time of the entry before");
    }
    /** @param {Entry} entry @param {number} version that it replaces */
    #corrected(entry, version) {
      const last = this.before;
      const outcome = last?.actor.kind === CHANCE && last.version === version && version === entry.version - 1;
      if (this.part.source !== DEALER || entry.actor.kind !== CHANCE || !outcome)
        throw new RecordError("it corrects what is not the outcome that a dealer entered last");
      if (entry.expectedVersion !== version)
        throw new RecordError(`it expects version ${entry.expectedVersion}, and corrects ${version}`);
    }
    /** @param {Entry} entry @returns {any[]} */
    #started(entry) {
      if (this.part.taken.size !== this.part.seats) throw new RecordError("it starts a game with a free seat");
      if (!event(entry, 0, "GameStarted")) return [];
      this.state = "running";
      this.started ||= entry.version;
      this.#changed(entry);
      return [];
    }
    /** @param {Entry} entry with an order @param {number} [earliest] the version that it may expect */
    #checkOrder(entry, earliest = 1) {
      if (entry.expectedVersion < earliest)
        throw new RecordError(`it expects version ${entry.expectedVersion}, before ${earliest}`);
      if (entry.actor.kind === SEAT && this.out.has(entry.actor.seat))
        throw new RecordError(`seat ${entry.actor.seat} plays no longer`);
    }
    /** @param {Entry} entry @returns {any[]} */
    #conceded(entry) {
      this.#checkOrder(entry);
      this.#leave([entry.actor.seat], CONCESSION);
      return ["RESULT_NOT_JUDGED"];
    }
    /** @param {number[]} seats that leave the game @param {number} basis */
    #leave(seats2, basis) {
      for (const seat of seats2) this.out.add(seat);
      this.words.clear();
      if (!this.playing.length) this.#decide({ basis, winners: [], scores: [] });
    }
    /** @param {Result} due */
    #decide(due) {
      this.due = due;
      this.state = "decided";
      this.words.clear();
    }
    /** @param {Entry} entry @returns {any[]} */
    #agreed(entry) {
      this.#checkOrder(entry, this.movedAt);
      const { result, pause, resumption } = command(entry);
      if ([result, pause, resumption].filter(Boolean).length !== 1) throw new RecordError("it agrees to nothing");
      if (result) this.#checkResult(result);
      if (pause && (!this.clock || !pause.seconds)) throw new RecordError("it pauses no clock");
      if (resumption && !this.paused) throw new RecordError("it ends no pause");
      const word = String("value" in entry.command ? entry.command.value : "");
      this.words.set(entry.actor.seat, word);
      const reached = this.playing.every((seat) => this.words.get(seat) === word);
      if (reached !== entry.events.length > 1)
        throw new RecordError(`it is ${reached ? "" : "not "}the last word that the agreement takes`);
      if (reached) this.#takeEffect(entry, { result, pause, resumption });
      return [];
    }
    /** @param {Entry} entry @param {any} word that all have given */
    #takeEffect(entry, { result, pause, resumption }) {
      const until = event(entry, 2, "ClocksPaused")?.untilMicros;
      if (until !== (pause ? entry.atMicros + pause.seconds * MICROS : void 0))
        throw new RecordError("the clocks are not paused as was agreed");
      if (Boolean(event(entry, 2, "ClocksResumed")) !== Boolean(resumption))
        throw new RecordError("the clocks do not go on as was agreed");
      this.words.clear();
      if (result) this.#decide({ basis: AGREEMENT, ...result });
      else {
        this.paused = Boolean(pause);
        this.pausedUntil = until ?? 0;
      }
    }
    /** @param {{winners: number[], scores: number[]}} result */
    #checkResult({ winners, scores }) {
      this.#checkSeats(winners);
      if (![0, this.part.seats].includes(scores.length)) throw new RecordError("it has not one score of each seat");
    }
    /** @param {number[]} seats in order, each once */
    #checkSeats(seats2) {
      if (String(seats2) !== String(this.seats.filter((seat) => seats2.includes(seat))))
        throw new RecordError(`${seats2} are not seats of the game in order`);
    }
    /** @param {Entry} entry @returns {Promise<any[]>} */
    async #irregular(entry) {
      this.#checkOrder(entry, this.movedAt);
      const { clause, done, seat, remedy, position } = command(entry);
      for (const text2 of [clause, done]) checkText(text2);
      if (seat > this.part.seats || ![STANDS, CORRECTED].includes(remedy))
        throw new RecordError("it does not rule on an irregularity of the game");
      const set = entry.events[1];
      if (!same(position, set ? await leafOf(set) : new Uint8Array()))
        throw new RecordError("the position that it sets is not the one that the arbiter ruled");
      const arbiter = hex(this.part.command.arbiter);
      this.irregularities.push({ version: entry.version, clause, done, seat, stands: remedy === STANDS, arbiter });
      this.state = "running";
      this.due = null;
      this.#changed(entry);
      return set ? ["POSITION_NOT_JUDGED"] : [];
    }
    /** @param {Entry} entry @returns {any[]} */
    #decided(entry) {
      this.#checkOrder(entry, this.movedAt);
      const { basis, seats: seats2, winners, scores, reason, appealPending } = command(entry);
      checkText(reason);
      this.#checkSeats(seats2);
      this.#checkResult({ winners, scores });
      const named = basis === ADJUDICATION ? !seats2.length : seats2.length;
      if (basis < ADJUDICATION || basis > PENALTY || !named)
        throw new RecordError("an arbiter decides by adjudication, or by a forfeit or a penalty of seats");
      if (winners.some((seat) => seats2.includes(seat)))
        throw new RecordError("a seat wins that forfeits or is penalised");
      if (appealPending) this.state = "appealed";
      else this.#decide({ basis, winners, scores });
      return [];
    }
    /** @param {Entry} entry @returns {any[]} */
    #expired(entry) {
      const { seats: seats2 } = event(entry, 0, "ClockExpired");
      this.#checkSeats(seats2);
      const plays = seats2.every((seat) => !this.out.has(seat));
      if (!this.clock || !seats2.length || !plays) throw new RecordError("there is no clock of these seats");
      const { decisionSeconds, bankSeconds } = this.clock;
      if (this.counted <= (decisionSeconds || bankSeconds) * MICROS)
        throw new RecordError("the time of a seat is up before it can have been used");
      const up = this.#expiring();
      if (up && String(up) !== String(seats2)) throw new RecordError(`the time of seats ${up} is up, not of ${seats2}`);
      const clock = up ? [] : ["CLOCK_NOT_JUDGED"];
      if (this.clock.expiry !== LOSES) {
        for (const seat of seats2) this.#late(seat);
        return clock;
      }
      this.#leave(seats2, TIME);
      return [...clock, "RESULT_NOT_JUDGED"];
    }
    /** Note that the time of a seat is up: it goes to the bot, or its default is played. @param {number} seat */
    #late(seat) {
      const { botSeconds } = this.clock;
      if (!botSeconds || this.withBot.has(seat)) {
        this.late.add(seat);
        return;
      }
      this.withBot.add(seat);
      if (this.left) this.left[seat - 1] = botSeconds * MICROS + this.used;
    }
    /** @param {Entry} entry @returns {any[]} */
    #excused(entry) {
      const { sinceMicros } = command(entry);
      const within = this.before && this.before.atMicros <= sinceMicros && sinceMicros <= entry.atMicros;
      if (!this.clock || !within) throw new RecordError("it excuses no stop since the entry before");
      return [];
    }
    /** @param {Entry} entry @param {boolean} hidden @returns {any[]} */
    #continued(entry, hidden) {
      const { branch, version } = command(entry);
      const seen = event(entry, 0, "GameContinued");
      const first = Math.max(this.started, this.part.first);
      if (!branch || branch === entry.game || version < first || version >= entry.version - 1)
        throw new RecordError("it continues the game from no version of its own play");
      if (seen.chance !== this.drawnAt > version || seen.hidden !== (hidden && this.movedAt > version))
        throw new RecordError("it does not say what was seen since that version");
      this.state = "continued";
      this.leftAt = version;
      return [];
    }
    /** @param {Entry} entry @returns {any[]} */
    #ended(entry) {
      const { branchVersion, branchDigest } = command(entry);
      if (branchVersion <= this.leftAt || branchDigest.length !== DIGEST_BYTES)
        throw new RecordError("it does not name the last entry of the branch");
      return [];
    }
    /** @param {Entry} entry @returns {any[]} */
    #closed(entry) {
      const decided = event(entry, 0, "GameDecided");
      if (!decided) {
        if (this.due) throw new RecordError("the game was decided other than by its rules");
        if (this.movedAt !== this.before?.version)
          throw new RecordError("its rules end it without a change of its table");
        return [];
      }
      const { basis, winners, scores } = decided;
      const found = { basis, winners, scores };
      if (this.due) {
        const { basis: basis2, winners: winners2, scores: scores2 } = this.due;
        if (JSON.stringify(found) !== JSON.stringify({ basis: basis2, winners: winners2, scores: scores2 }))
          throw new RecordError("the game was decided in another way");
        return [];
      }
      this.#checkLast(found);
      return ["RESULT_NOT_JUDGED"];
    }
    /** Check that one side is left, as far as that is known without the rules. @param {Result} found */
    #checkLast({ basis, winners, scores }) {
      this.#checkSeats(winners);
      const last = this.before ? commandOf(this.before) : "";
      const left = last === "Concede" && basis === CONCESSION || last === "CallClock" && basis === TIME;
      if (!left || scores.length) throw new RecordError("nothing decides the game so");
      if (!winners.length || this.playing.some((seat) => !winners.includes(seat)))
        throw new RecordError("the seats that are left do not win");
    }
  };
  function checkText(text2) {
    const { length } = [...text2];
    if (length < 1 || length > MOST_CHARACTERS) throw new RecordError(`a text of an order has ${length} characters`);
  }
  var TERMS = ["chanceSource", "private", "shareSeconds", "stalled", "arbiter", "clock", "reissueSeconds"];
  function checkBranch(fork, parent) {
    const { consents: consents2, heldSeats, continues } = fork;
    const seats2 = Array.from({ length: parent.seats }, (_, index) => index + 1);
    const held = heldSeats.map((each2) => each2.seat);
    if ((consents2.length || continues || held.length) && String(held) !== String(seats2))
      throw new RecordError("it does not hold every seat in order");
    if (continues) return checkContinuation(fork, parent);
    if (!consents2.length && !held.length) return;
    const each = new Set(consents2.map(String));
    const sized = consents2.every((consent) => consent.length === CONSENT_BYTES);
    if (each.size !== seats2.length || consents2.length !== seats2.length || !sized)
      throw new RecordError("it does not name one consent of each seat");
    if (fork.parent === parent.game && !heldAsIn(fork, parent))
      throw new RecordError("it does not hold each seat with the key that it has in the parent");
  }
  function checkContinuation(fork, parent) {
    if (parent.course.state !== "running") throw new RecordError("it continues a game that is not running");
    const terms = (of) => JSON.stringify(TERMS.map((name) => of[name]));
    if (fork.consents.length || terms(fork) !== terms(parent.command) || !heldAsIn(fork, parent))
      throw new RecordError("it does not continue the game on its terms, with its seats");
  }
  function heldAsIn(fork, parent) {
    const keys = fork.heldSeats.map((each) => String(each.publicKey));
    const theirs = fork.heldSeats.map((each) => String(parent.taken.get(each.seat)?.publicKey));
    return String(keys) === String(theirs);
  }

  // clients/typescript/verify/frame.js
  var NONE2 = new Uint8Array(0);
  var REFEREE2 = 1;
  var DEALER2 = 2;
  var COMMITTED2 = 3;
  var SHARED = 4;
  var LOSES2 = 2;
  var MOST_BEFORE_START = 256;
  var SIGNED = ["Concede", "Agree", "RuleIrregularity", "DecideGame", "ReissueToken"];
  var TOKENS2 = ["ReissueToken", "AnnounceReissue", "VetoReissue", "CompleteReissue"];
  var POSITION_SET = "gunbai.record.v1.PositionSet";
  var ENDINGS = {
    CloseGame: ["GameClosed", "GameDecided"],
    AbandonGame: ["GameAbandoned"],
    EndContinuation: ["ContinuationEnded"],
    CallTime: ["StartVoided", "GameStalled"]
  };
  var typeOf = (entry) => "type" in entry.command ? entry.command.type : "";
  function foundingOf(entry) {
    const created = messageOf(entry.command, "CreateGame");
    const forked = created ? null : messageOf(entry.command, "ForkGame");
    return created || forked ? { command: created ?? forked, creates: Boolean(created) } : null;
  }
  function endingOf(entry) {
    const names = ENDINGS[
      /** @type {keyof typeof ENDINGS} */
      commandOf(entry)
    ] ?? [];
    for (const name of names) {
      const found = messageOf(entry.events[0], name);
      if (found) return { ...found, name };
    }
    return null;
  }
  var consents = (part, entry) => Boolean(part.command.continues) && commandOf(entry) === "TakeSeat";
  var isName = (entry, index) => index === 1 && commandOf(entry) === "TakeSeat";
  var hiding = (entry) => [entry.command, ...entry.events].map((item3, index) => ({ item: item3, index })).filter(({ index }) => !isName(entry, index - 1));
  async function opened(entries) {
    const commitments = /* @__PURE__ */ new Map();
    const found = /* @__PURE__ */ new Map();
    for (const entry of entries) {
      const founding = readable(() => foundingOf(entry));
      if (founding) commitments.set(entry.game, founding.command.commitment);
      const secret = readable(() => endingOf(entry))?.secret;
      const committed = commitments.get(entry.game);
      if (secret?.length && committed && same(await sha256(secret), committed)) found.set(entry.game, secret);
    }
    return found;
  }
  function readable(read3) {
    try {
      return read3();
    } catch {
      return null;
    }
  }
  var Part = class {
    /** @param {Entry} entry its first @param {any} command @param {Part} [above] the one that it is branched from */
    constructor(entry, command2, above) {
      this.game = entry.game;
      this.first = entry.version;
      this.last = entry.version;
      this.source = command2.chanceSource || REFEREE2;
      this.command = command2;
      this.seats = above?.seats ?? command2.seats;
      this.course = new Course(this, above?.course ?? null);
      this.taken = /* @__PURE__ */ new Map();
      this.commandIds = /* @__PURE__ */ new Map();
      this.notices = /* @__PURE__ */ new Map();
      this.hiddenBy = "";
      this.secrets = NONE2;
      this.chance = null;
      this.started = false;
      this.ended = false;
      this.deadline = 0;
      this.salts = null;
      this.position = null;
    }
    /** Whether the referee draws its chance. */
    get drawn() {
      return this.source !== DEALER2;
    }
    /** Whether all its secrets are open. */
    get isOpen() {
      return this.hiddenBy === "";
    }
    /** What the seats gave for the chance key, in order. */
    given() {
      const seats2 = [...this.taken.keys()].sort((a, b) => a - b).map((seat) => (
        /** @type {any} */
        this.taken.get(seat)
      ));
      return seats2.map((seat) => seat.share ?? seat.entropy);
    }
  };
  var Frame = class {
    /** @param {Map<string, Uint8Array>} secrets the open ones, by game */
    constructor(secrets) {
      this.secrets = secrets;
      this.parts = [];
      this.at = Number.MIN_SAFE_INTEGER;
      this.before = 0;
      this.asked = 0;
      this.hasSecrets = false;
      this.commitments = /* @__PURE__ */ new Set();
      this.shares = /* @__PURE__ */ new Set();
      this.signatures = 0;
      this.created = null;
    }
    get part() {
      return this.parts[this.parts.length - 1];
    }
    /**
     * Fit in one more entry, and return what of it only the rules of its title can decide. Throws RecordError.
     * @param {Entry} entry
     */
    async follow(entry) {
      checkContents(entry);
      if (entry.atMicros < this.at) throw new RecordError("it was accepted before the entry before it");
      this.before = this.asked;
      this.at = entry.atMicros;
      if (!TOKENS2.includes(commandOf(entry))) this.asked = entry.atMicros;
      const founding = foundingOf(entry);
      if (founding) await this.#begin(entry, founding);
      else if (this.part?.game !== entry.game) throw new RecordError(`no entry before it creates the game ${entry.game}`);
      const part = this.part;
      if (part.ended) throw new RecordError("the game is over before it");
      part.last = entry.version;
      this.#noteId(part, entry);
      const items = hiding(entry);
      if (items.some(({ item: item3 }) => "sealed" in item3)) this.#checkSealed(part, entry);
      this.hasSecrets ||= items.some(({ item: item3 }) => "sealed" in item3 || item3.salt.length > 0);
      await this.#checkSalts(part, items, entry.version);
      await this.#checkSignature(part, entry);
      await this.#lifecycle(part, entry);
      return part.course.follow(entry, { hidden: this.hasSecrets });
    }
    /** @param {Entry} entry @param {{command: any, creates: boolean}} founding */
    async #begin(entry, { command: command2, creates }) {
      if (this.parts.some((part2) => part2.game === entry.game))
        throw new RecordError(`the game ${entry.game} was created before`);
      if (creates !== (entry.version === 1)) throw new RecordError("only the first entry creates a game");
      const above = this.part;
      if (creates) this.created = command2;
      else if (command2.parentVersion !== entry.version - 1 || !same(command2.parentDigest, entry.previous)) {
        throw new RecordError("it does not branch the entry before it");
      }
      if (command2.commitment.length !== 32) throw new RecordError("it commits to no secret");
      if (!creates) checkBranch(command2, above);
      const part = new Part(entry, command2, above);
      const secret = this.secrets.get(entry.game);
      if (secret && !same(await sha256(secret), command2.commitment)) {
        throw new RecordError(`the secret given for ${entry.game} is not the one that it commits to`);
      }
      const hidden = above && this.hasSecrets ? above : null;
      part.hiddenBy = secret ? hidden?.hiddenBy ?? "" : entry.game;
      if (secret && part.isOpen) {
        part.secrets = joined(secret, hidden?.secrets ?? NONE2);
        part.salts = await hmac(await keyOf("salts", part.secrets));
        part.position = await hmac(await keyOf("position", part.secrets));
      }
      this.parts.push(part);
    }
    /** Note the id of an entry; where one is signed no other of its game has it. @param {Part} part @param {Entry} entry */
    #noteId(part, { commandId, signature }) {
      const before = part.commandIds.get(commandId);
      const signed = signature.length > 0;
      if (commandId && (before || before === false && signed))
        throw new RecordError(`the command_id ${commandId} is that of an entry of the game before it`);
      part.commandIds.set(commandId, signed || Boolean(before));
    }
    /** @param {Part} part @param {Entry} entry */
    #checkSealed(part, entry) {
      if (part.isOpen) throw new RecordError("an item is sealed, although the secret of its game is open");
      if (!entry.positionDigest.length) throw new RecordError("an item is sealed before the game has begun");
      const host = [entry.command, ...entry.events.slice(0, 1)].some((item3) => "sealed" in item3);
      if ([HOST, ARBITER].includes(entry.actor.kind) && host) {
        throw new RecordError("a decision of the host or the arbiter is sealed, which is never secret");
      }
    }
    /** @param {Part} part @param {ReturnType<typeof hiding>} items @param {number} version */
    async #checkSalts(part, items, version) {
      if (!part.salts) return;
      for (const { item: item3, index } of items) {
        if (!("salt" in item3) || !item3.salt.length || item3.type === POSITION_SET) continue;
        const place = new Uint8Array(12);
        new DataView(place.buffer).setBigUint64(0, BigInt(version));
        new DataView(place.buffer).setUint32(8, index);
        if (!same(item3.salt, await part.salts(place))) throw new RecordError("a salt does not follow from the secret");
      }
    }
    /** @param {Part} part @param {Entry} entry */
    async #checkSignature(part, entry) {
      const key = this.#keyOf(part, entry);
      const name = commandOf(entry);
      const signed = !name || SIGNED.includes(name) || consents(part, entry);
      if (!key?.length || !signed) {
        if (entry.signature.length) throw new RecordError("it has a signature, and is none that its actor signs");
        return;
      }
      if ("sealed" in entry.command) {
        if (entry.signature.length !== 32) throw new RecordError("its signature is not sealed with its command");
        return;
      }
      if (!await signedBy(key, entry.signature, payload(entry)))
        throw new RecordError("its actor did not sign the command");
      this.signatures += 1;
    }
    /** @param {Part} part @param {Entry} entry @returns {Uint8Array | undefined} the key of its actor */
    #keyOf(part, entry) {
      if (entry.actor.kind === ARBITER) return part.command.arbiter;
      if (consents(part, entry)) return part.command.heldSeats[entry.actor.seat - 1]?.publicKey;
      return entry.actor.kind === SEAT ? part.taken.get(entry.actor.seat)?.publicKey : void 0;
    }
    /** @param {Part} part @param {Entry} entry */
    async #lifecycle(part, entry) {
      switch (commandOf(entry)) {
        case "TakeSeat":
          return this.#seat(part, entry);
        case "FreeSeat":
        case "LeaveSeat":
          return this.#free(part, messageOf(entry.command, "FreeSeat") ?? messageOf(entry.command, "LeaveSeat"));
        case "AnnounceReissue":
          return this.#announce(part, entry);
        case "VetoReissue":
        case "CompleteReissue":
          return this.#settle(part, entry);
        case "StartGame":
        case "AskShares":
          part.deadline = messageOf(entry.events[0], "SharesAsked")?.deadlineMicros ?? part.deadline;
          return part.source === COMMITTED2 ? void 0 : this.#start(part);
        case "RevealShare":
          return this.#reveal(part, entry);
        case "BeginGame":
          return this.#start(part);
        case "CallTime":
          await this.#callTime(part, entry);
      }
      if (commandOf(entry) in ENDINGS) await this.#end(part, entry);
    }
    /** @param {Part} part @param {Entry} entry */
    #seat(part, entry) {
      const seat = messageOf(entry.command, "TakeSeat");
      if (entry.version - part.first >= MOST_BEFORE_START)
        throw new RecordError(`a seat is taken after ${MOST_BEFORE_START} entries of the game`);
      if (part.started) throw new RecordError("a seat is taken after the start");
      if (part.taken.has(seat.seat)) throw new RecordError(`seat ${seat.seat} is taken twice`);
      const { arbiter, continues, heldSeats } = part.command;
      if (arbiter.length && same(arbiter, seat.publicKey)) throw new RecordError("the arbiter takes a seat");
      if (continues && !same(heldSeats[seat.seat - 1]?.publicKey ?? NONE2, seat.publicKey))
        throw new RecordError(`seat ${seat.seat} is held with another key, or with none`);
      if (part.source >= COMMITTED2 && seat.entropy.length)
        throw new RecordError("a seat that commits to shares gives no entropy");
      if (part.source < COMMITTED2 && seat.commitment.length)
        throw new RecordError("a seat commits to shares, and the game takes none");
      if (part.source >= COMMITTED2) this.#once(this.commitments, seat.commitment, "a commitment");
      part.taken.set(seat.seat, { ...seat, share: null });
    }
    /** @param {Part} part @param {any} freed */
    #free(part, freed) {
      if (part.started || part.deadline) throw new RecordError("a seat is freed after the start");
      if (!part.taken.delete(freed.seat)) throw new RecordError(`nobody has seat ${freed.seat}`);
      part.notices.delete(freed.seat);
    }
    /** @param {Part} part @param {Entry} entry */
    #announce(part, entry) {
      const { seat, tokenHash } = messageOf(entry.command, "AnnounceReissue");
      const seconds = part.command.reissueSeconds;
      const until = entry.atMicros + seconds * 1e6;
      const announced = messageOf(entry.events[0], "ReissueAnnounced");
      if (!seconds) throw new RecordError("the game gives no other token to a seat without a key");
      if (part.taken.get(seat)?.publicKey.length !== 0) throw new RecordError(`seat ${seat} is free, or has a key`);
      if (tokenHash.length !== 32) throw new RecordError("the SHA-256 of a token has 32 bytes");
      if (announced?.seat !== seat || announced.untilMicros !== until) {
        throw new RecordError("the time for a veto is not the one that the game gives");
      }
      part.notices.set(seat, until);
    }
    /** @param {Part} part @param {Entry} entry a veto, or the completion of a notice without one */
    #settle(part, entry) {
      const veto = messageOf(entry.command, "VetoReissue");
      const { seat } = veto ?? messageOf(entry.command, "CompleteReissue");
      const until = part.notices.get(seat);
      if (until === void 0) throw new RecordError(`no notice of another token runs for seat ${seat}`);
      if (veto ? entry.atMicros > until : entry.atMicros <= until) {
        throw new RecordError(veto ? "the veto came too late" : "it gives the token before the time for a veto is over");
      }
      part.notices.delete(seat);
    }
    /** @param {Set<string>} used @param {Uint8Array} value @param {string} what */
    #once(used, value2, what) {
      if (value2.length !== 32) throw new RecordError(`${what} has 32 bytes, not ${value2.length}`);
      if (used.has(String(value2))) throw new RecordError(`${what} is used twice`);
      used.add(String(value2));
    }
    /** @param {Part} part */
    async #start(part) {
      if (part.started) return;
      const seats2 = part.given();
      if (part.source === COMMITTED2 && [...part.taken.values()].some((seat) => !seat.share)) {
        throw new RecordError("it begins the game before all shares are revealed");
      }
      part.started = true;
      if (part.isOpen && part.source !== SHARED) part.chance = await chanceKey(part.secrets, seats2);
    }
    /** @param {Part} part @param {number} seat @param {Uint8Array} share */
    async #fits(part, seat, share) {
      const taken = part.taken.get(seat);
      if (!taken) throw new RecordError(`nobody has seat ${seat}`);
      if (share.length !== 32) throw new RecordError(`a share has 32 bytes, not ${share.length}`);
      if (!same(await link(part.game, seat, share), taken.commitment)) {
        throw new RecordError(`the share of seat ${seat} is not the one that it committed to`);
      }
      return taken;
    }
    /** @param {Part} part @param {Entry} entry */
    async #reveal(part, entry) {
      const { seat, share } = messageOf(entry.command, "RevealShare");
      if (entry.atMicros > part.deadline) throw new RecordError("the share came after the deadline");
      this.#once(this.shares, share, "a share");
      (await this.#fits(part, seat, share)).share = share;
    }
    /**
     * Return the chance key of an outcome, or null while it is not known. Throws RecordError.
     * @param {Entry} entry
     */
    async keyFor(entry) {
      const part = this.part;
      if (part.source !== SHARED) return part.chance;
      const given = messageOf(entry.events[0], "SharesGiven");
      if (!given) throw new RecordError("the outcome has no shares");
      const seats2 = given.shares.map((each) => each.seat);
      if (seats2.length !== part.seats || seats2.some((seat, index) => seat !== index + 1)) {
        throw new RecordError("the outcome has not one share of each seat");
      }
      if (entry.atMicros > this.before + part.command.shareSeconds * 1e6)
        throw new RecordError("the shares came after the deadline");
      await this.#take(part, given.shares);
      const shares = given.shares.map((each) => each.share);
      return part.isOpen ? chanceKey(part.secrets, shares) : null;
    }
    /** @param {Part} part @param {any[]} shares */
    async #take(part, shares) {
      for (const { seat, share, nextCommitment } of shares) {
        const taken = await this.#fits(part, seat, share);
        if (nextCommitment.length) this.#once(this.commitments, nextCommitment, "a commitment");
        taken.commitment = nextCommitment.length ? nextCommitment : share;
      }
    }
    /** @param {Part} part @param {Entry} entry */
    async #callTime(part, entry) {
      const { shares } = messageOf(entry.command, "CallTime");
      const ending = endingOf(entry);
      await this.#take(part, shares);
      const given = new Set(
        part.started ? shares.map((each) => each.seat) : [...part.taken].filter(([, each]) => each.share).map(([seat]) => seat)
      );
      const seats2 = Array.from({ length: part.seats }, (_, index) => index + 1);
      const absent = seats2.filter((seat) => !given.has(seat));
      const wins = part.started && part.command.stalled === LOSES2 ? seats2.filter((seat) => given.has(seat)) : [];
      const named = ending && String(ending.seats) === String(absent) && String(ending.winners ?? []) === String(wins);
      if (!absent.length || !named) throw new RecordError("it does not name the seats whose shares are missing");
      const deadline = part.started ? this.before + part.command.shareSeconds * 1e6 : part.deadline;
      if (entry.atMicros <= deadline) throw new RecordError("it ends the game before the deadline");
    }
    /** @param {Part} part @param {Entry} entry */
    async #end(part, entry) {
      const ending = endingOf(entry);
      if (!ending?.secret.length) throw new RecordError("it ends the game without opening its secret");
      if (!same(await sha256(ending.secret), part.command.commitment)) {
        throw new RecordError(`the secret that it opens is not the one that entry ${part.first} commits to`);
      }
      part.ended = true;
    }
  };
  var isChance = (entry) => entry.actor.kind === CHANCE;

  // clients/typescript/verify/heads.js
  var DASH = "— ";
  var LARGEST = 65536;
  var MOST_SIGNATURES = 16;
  function checkName(name) {
    if (!/^[^\s+\p{C}\p{Z}]{1,200}$/u.test(name)) throw new RecordError(`${name.slice(0, 200)} is no name of a key`);
    return name;
  }
  var parseKey = (text2) => keyOfKind(text2, 1);
  async function keyOfKind(text2, kind) {
    const [name, id, ...encoded] = text2.split("+");
    const raw2 = unbase64(encoded.join("+")) ?? new Uint8Array(0);
    if (raw2.length !== 33 || raw2[0] !== kind)
      throw new RecordError(`${text2.slice(0, 200)} is no verifier key of the kind ${kind}`);
    const made = (await sha256(utf8(checkName(name)), u8(10), raw2)).slice(0, 4);
    if (hex(made) !== id) throw new RecordError(`the key ${text2.slice(0, 200)} has another id`);
    return { name, id: made, publicKey: raw2.slice(1), text: text2 };
  }
  function parseNote(note) {
    if ([...note].length > LARGEST || /[\x00-\x09\x0b-\x1f]/.test(note))
      throw new RecordError("a note is short, and has no control characters");
    const blank = note.lastIndexOf("\n\n");
    if (blank < 1 || !note.endsWith("\n") || blank + 2 >= note.length) {
      throw new RecordError("a note is a text, an empty line, and lines of signatures");
    }
    const lines3 = note.slice(blank + 2, -1).split("\n");
    if (lines3.length > MOST_SIGNATURES) throw new RecordError(`a note has at most ${MOST_SIGNATURES} signatures`);
    const signatures = lines3.map((line) => {
      const [name, ...encoded] = line.slice(DASH.length).split(" ");
      const raw2 = unbase64(encoded.join(" ")) ?? new Uint8Array(0);
      if (!line.startsWith(DASH) || raw2.length < 5) throw new RecordError(`${line.slice(0, 200)} is no signature`);
      return { name: checkName(name), id: raw2.slice(0, 4), signature: raw2.slice(4) };
    });
    return { text: note.slice(0, blank + 1), signatures };
  }
  async function isSignedBy(note, key) {
    const own = note.signatures.filter((each) => each.name === key.name && same(each.id, key.id));
    for (const each of own) {
      if (!await signedBy(key.publicKey, each.signature, utf8(note.text))) {
        throw new RecordError(`a signature of ${key.name} is not valid`);
      }
    }
    return own.length > 0;
  }
  function parseHead(note) {
    const [title, game, version, encoded, end, ...more] = note.text.split("\n");
    const digest = unbase64(encoded ?? "");
    const right = title === "gunbai head v1" && game && /^[1-9][0-9]*$/.test(version) && digest?.length === 32;
    if (!right || end !== "" || more.length || !digest) throw new RecordError("the note is no head of a game");
    return { game, version: Number(version), digest };
  }
  async function keysOf(signed) {
    const line = [];
    for (const each of signed.rotations) {
      const note = parseNote(each);
      const [title, before, after, end, ...more] = note.text.split("\n");
      if (title !== "gunbai key rotation v1" || end !== "" || more.length)
        throw new RecordError("a note is no rotation of a key");
      const [old, next] = [await parseKey(before), await parseKey(after)];
      if (!await isSignedBy(note, old)) throw new RecordError("a rotation is not signed by the old key");
      if (line.length && line[line.length - 1].text !== old.text)
        throw new RecordError("the rotations do not continue each other");
      if (!line.length) line.push(old);
      line.push(next);
    }
    const key = await parseKey(signed.key);
    if (line.length && line[line.length - 1].text !== key.text)
      throw new RecordError("the rotations do not lead to the key that signed");
    return line.length ? line : [key];
  }
  async function checkHead(signed) {
    const keys = await keysOf(signed);
    const note = parseNote(signed.note);
    if (!await isSignedBy(note, keys[keys.length - 1]))
      throw new RecordError(`the head is not signed by ${signed.key}`);
    return { head: parseHead(note), note, keys };
  }

  // clients/typescript/verify/log.js
  var KINDS = ["", "created", "ended", "abandoned", "imported", "verdict"];
  var PROOF = "c2sp.org/tlog-proof@v1";
  var NUMBER = /^(0|[1-9][0-9]{0,15})$/;
  function hash(encoded) {
    const bytes = unbase64(encoded ?? "");
    if (bytes?.length !== 32) throw new RecordError("a hash of a proof has 32 bytes");
    return bytes;
  }
  function number2(digits) {
    if (!NUMBER.test(digits ?? "")) throw new RecordError(`${String(digits).slice(0, 60)} is no number of a proof`);
    return Number(digits);
  }
  function logEntry(kind, game, version, digest) {
    return sha256(utf8("gunbai leaf 1\0"), field(KINDS[kind] ?? ""), field(game), u64(version), digest);
  }
  var leafHash = (entry) => sha256(u8(0), entry);
  var nodeHash = (left, right) => sha256(u8(1), joined(left, right));
  function parseProof(text2) {
    const end = text2.indexOf("\n\n");
    const lines3 = text2.slice(0, end).split("\n");
    if (end < 0 || lines3.shift() !== PROOF) throw new RecordError("it is no proof of a log");
    if (lines3[0]?.startsWith("extra ")) lines3.shift();
    const index = lines3.shift() ?? "";
    if (!index.startsWith("index ")) throw new RecordError("a proof has an index");
    const note = parseNote(text2.slice(end + 2));
    return { index: number2(index.slice(6)), hashes: lines3.map(hash), note, ...checkpointIn(note) };
  }
  function checkpointIn(note) {
    const [origin, size, root, ...rest] = note.text.split("\n");
    if (!origin || !rest.length) throw new RecordError("a checkpoint has an origin, a size and a root");
    return { origin, size: number2(size), root: hash(root) };
  }
  async function asLog(key, origin) {
    const id = (await sha256(utf8(origin), u8(10), u8(1), key.publicKey)).slice(0, 4);
    return { ...key, name: origin, id };
  }
  async function rootWith(leaf2, index, size, hashes) {
    const sides = [];
    for (let [start2, end] = [0, size]; end - start2 > 1; ) {
      let half = 1;
      while (half * 2 < end - start2) half *= 2;
      const left = index < start2 + half;
      sides.unshift(left);
      [start2, end] = left ? [start2, start2 + half] : [start2 + half, end];
    }
    if (index >= size || sides.length !== hashes.length) throw new RecordError("the proof has another number of hashes");
    let found = leaf2;
    for (const [place, left] of sides.entries()) {
      found = await (left ? nodeHash(found, hashes[place]) : nodeHash(hashes[place], found));
    }
    return found;
  }
  async function checkLeaves(header, entries, keys) {
    const logs = /* @__PURE__ */ new Set();
    const first = entries.find(({ game }) => game === header.game);
    const last = entries[entries.length - 1];
    for (const { kind, version, proof } of header.leaves) {
      const entry = { created: first, ended: last, abandoned: last }[KINDS[kind] ?? ""];
      if (entry?.version !== version)
        throw new RecordError(`the header has a leaf of the kind ${kind} for entry ${version}`);
      const { index, hashes, note, origin, size, root } = parseProof(proof);
      const found = await rootWith(
        await leafHash(await logEntry(kind, header.game, version, entry.digest)),
        index,
        size,
        hashes
      );
      if (!same(found, root))
        throw new RecordError(`the leaf for entry ${version}: the log has ${hex(root)}, not this one`);
      for (const key of keys)
        if (await isSignedBy(note, await asLog(key, origin))) logs.add(`${origin} of ${size} leaves`);
    }
    return [...logs];
  }

  // clients/typescript/verify/results.js
  var BASES = ["", "rules", "concession", "agreement", "adjudication", "forfeit", "penalty", "time"];
  function resultOf(last) {
    const ending = endingOf(last);
    const { winners = [], scores = [] } = ending ?? {};
    if (ending?.name === "GameClosed") return { basis: "rules", ending: ending.ending, scores, winners };
    if (ending?.name === "GameStalled") return { basis: "time", ending: "stalled", scores, winners };
    const basis = BASES[ending?.basis ?? 0];
    if (ending?.name === "GameDecided" && basis) return { basis, ending: basis, scores, winners };
    throw new RecordError("the last entry has no result, and there are signatures under it");
  }
  function resultPayload(last) {
    const { game, version, digest } = last;
    const result = JSON.stringify(resultOf(last));
    return joined(utf8("gunbai result 1\0"), field(game), u64(version), field(digest), field(result));
  }
  async function checkResultSignatures({ resultSignatures }, last, seats2) {
    let before = 0;
    for (const { seat, signature } of resultSignatures) {
      if (seat <= before) throw new RecordError("the signatures under the result are not in the order of the seats");
      before = seat;
      const key = seats2.get(seat)?.publicKey;
      if (!key?.length || !await signedBy(key, signature, resultPayload(last)))
        throw new RecordError(`the signature of seat ${seat} under the result is not that of its key`);
    }
  }

  // clients/typescript/verify/index.js
  async function verify(input, options = {}) {
    const report = {
      verdict: "failed",
      game: "",
      entries: 0,
      linked: 0,
      chanceRecomputed: 0,
      positionsChecked: 0,
      signaturesChecked: 0,
      badVersion: 0,
      problem: "",
      unchecked: [],
      irregularities: [],
      signer: "",
      logs: []
    };
    const keys = await Promise.all((options.keys ?? []).map(parseKey));
    try {
      const { header, entries } = read(input);
      report.game = header.game;
      report.entries = entries.length;
      await follow(header, entries, options, report);
      await vouch(header, entries, keys, report);
    } catch (error) {
      report.badVersion = error instanceof RecordError ? error.version : 0;
      report.problem = error instanceof Error ? error.message : String(error);
      return report;
    }
    const complete = report.unchecked.every(({ reason }) => reason === "RULES_NOT_JUDGED");
    report.verdict = !complete ? "incomplete" : report.signer ? "attested" : "consistent";
    return report;
  }
  async function follow(header, entries, options, report) {
    const secrets = await opened(entries);
    for (const { game, secret } of header.ancestors) if (secret.length) secrets.set(game, secret);
    const run = new Run(new Frame(secrets), tablesOf(options.tables), report);
    let previous = (
      /** @type {Uint8Array} */
      new Uint8Array(32)
    );
    for (const [index, entry] of entries.entries()) {
      await at(index + 1, () => check(entry, index + 1, previous));
      report.linked += 1;
      await at(index + 1, () => run.follow(entry));
      previous = entry.digest;
      options.progress?.(index + 1, entries.length);
    }
    if (!entries.length) throw new RecordError("it has no entry");
    report.signaturesChecked = run.frame.signatures;
    report.irregularities = run.frame.parts.flatMap(({ course }) => course.irregularities);
    for (const part of run.frame.parts) if (!part.isOpen) missed(report, part.first, part.last, "SECRET_NOT_OPEN");
    checkLine(header, entries, run.frame);
    await checkResultSignatures(header, entries[entries.length - 1], run.frame.part.taken);
  }
  async function at(version, done) {
    try {
      await done();
    } catch (error) {
      throw new RecordError(error instanceof Error ? error.message : String(error), version);
    }
  }
  function missed(report, first, last, reason) {
    const before = report.unchecked.findLast((each) => each.reason === reason);
    if (before && before.lastVersion >= first - 1) before.lastVersion = last;
    else report.unchecked.push({ firstVersion: first, lastVersion: last, reason });
  }
  function tablesOf(tables) {
    const pairs = typeof tables === "string" ? lines(tables) : typeof tables === "function" ? [] : tables ?? [];
    const known = new Map(pairs);
    const find = typeof tables === "function" ? tables : (version) => known.get(version);
    return async (version) => {
      const found = await find(version);
      return typeof found === "string" ? { table: found } : found;
    };
  }
  function lines(text2) {
    return text2.split("\n").filter(Boolean).map((line) => {
      const { version, ...position } = JSON.parse(line);
      return [version, position];
    });
  }
  var Run = class {
    /** @param {Frame} frame @param {ReturnType<typeof tablesOf>} tables @param {Report} report */
    constructor(frame, tables, report) {
      this.frame = frame;
      this.tables = tables;
      this.report = report;
      this.ordinal = 0;
      this.table = null;
      this.waits = null;
    }
    /** @param {Entry} entry */
    async follow(entry) {
      const left = await this.frame.follow(entry);
      for (const reason of left) missed(this.report, entry.version, entry.version, reason);
      if (moves(entry) || event(entry, 0, "GameClosed"))
        missed(this.report, entry.version, entry.version, "RULES_NOT_JUDGED");
      if (isChance(entry)) {
        this.ordinal += 1;
        if (this.frame.part.drawn) await this.#recompute(entry);
      }
      const given = await this.tables(entry.version);
      this.table = await this.#tableAfter(entry, given?.table);
      if (given?.step !== void 0 && given.seats) this.waits = { step: given.step, seats: given.seats };
      else if (moves(entry)) this.waits = null;
      this.frame.part.course.wait(entry, this.waits);
    }
    /** @param {Entry} entry @param {string} [given] @returns {Promise<string | null>} */
    async #tableAfter(entry, given) {
      const { position } = this.frame.part;
      if (!entry.positionDigest.length) return this.table;
      if (!position) return null;
      const known = setBy(entry) ?? (moves(entry) ? null : this.table);
      const table = known ?? given;
      if (table === void 0) {
        missed(this.report, entry.version, entry.version, "NO_TABLE");
        return null;
      }
      if (!same(await positionDigest(position, entry.version, table), entry.positionDigest)) {
        throw new RecordError(`the table ${known ? "that it leaves" : "given for it"} does not have its position digest`);
      }
      this.report.positionsChecked += 1;
      return table;
    }
    /** @param {Entry} entry */
    async #recompute(entry) {
      const key = await this.frame.keyFor(entry);
      if (key === null) return;
      const { title, rulesVersion, editionJson } = this.frame.created;
      const known = TITLES[title];
      const draw = known?.rulesVersion === rulesVersion ? known.outcomes[typeOf(entry).split(".").at(-1) ?? ""] : void 0;
      if (!draw) return missed(this.report, entry.version, entry.version, "UNKNOWN_TITLE");
      const shown = messageOf(entry.command, typeOf(entry));
      const edition = editionJson ? JSON.parse(editionJson) : null;
      const table = this.table === null ? null : JSON.parse(this.table);
      let drawn;
      try {
        drawn = await draw(new Looked(shown, table, edition, new Stream(key, this.ordinal)));
      } catch (error) {
        if (!(error instanceof TableNeeded)) throw error;
        return missed(this.report, entry.version, entry.version, "NO_TABLE");
      }
      if (JSON.stringify(drawn) !== JSON.stringify(shown)) {
        throw new RecordError(`chance shows ${JSON.stringify(shown)}, and the stream gives ${JSON.stringify(drawn)}`);
      }
      this.report.chanceRecomputed += 1;
    }
  };
  var ofTitle = (item3) => "sealed" in item3 || !item3.type.startsWith("gunbai.record.v1.");
  var moves = (entry) => commandOf(entry) !== "TakeSeat" && [entry.command, ...entry.events].some(ofTitle);
  var setBy = (entry) => entry.events.length === 2 ? event(entry, 1, "PositionSet")?.tableJson : void 0;
  function checkLine(header, entries, frame) {
    const parts3 = [...frame.parts].reverse();
    const line = [header.game, ...header.ancestors.map(({ game }) => game)];
    const there = line.filter((game) => parts3.some((part) => part.game === game));
    const ends = parts3.some(({ game }) => game === line[0]) && parts3.some(({ game }) => game === line.at(-1));
    if (!ends || String(there) !== String(parts3.map(({ game }) => game))) {
      throw new RecordError(`the header has the games ${line}, the entries have ${parts3.map(({ game }) => game)}`);
    }
    let shared = parts3[0].first - 1;
    let below = parts3[0];
    for (const ancestor of header.ancestors) {
      const part = parts3.find(({ game }) => game === ancestor.game);
      if (below && below.command.parent !== ancestor.game)
        throw new RecordError(`${below.game} was not branched from ${ancestor.game}`);
      if (ancestor.version !== shared)
        throw new RecordError(
          `the header has ${ancestor.game} up to entry ${ancestor.version}, the entries up to ${shared}`
        );
      if (part) shared = part.first - 1;
      else if (ancestor.secret.length)
        throw new RecordError(`the header has a secret of ${ancestor.game}, which has no entry here`);
      below = /** @type {any} */
      part;
    }
  }
  async function vouch(header, entries, named, report) {
    const handed = header.signedHead ? await checkHead(header.signedHead) : null;
    const accepted = handed && named.some(({ text: text2 }) => handed.keys.some((key) => key.text === text2)) ? handed.keys : named;
    report.logs = await checkLeaves(header, entries, accepted);
    if (!handed) return;
    const { head, keys } = handed;
    const last = entries[entries.length - 1];
    if (head.game !== last.game || head.version !== last.version || !same(head.digest, last.digest)) {
      throw new RecordError(
        `the signed head is of ${head.game}@${head.version}, digest ${hex(head.digest)}: that is not the last entry`
      );
    }
    const own = new Set(named.map((key) => key.text));
    report.signer = keys.some((key) => own.has(key.text)) ? keys[keys.length - 1].text : "";
  }

  // clients/web/static/say.js
  var words;
  function speak(found) {
    words = found;
  }
  function parts(key, values = {}) {
    words ??= JSON.parse(document.getElementById("words").textContent);
    return words[key].split(/\{(\w+)\}/).map((part, place) => place % 2 ? values[part] : part);
  }
  function say(key, values) {
    return parts(key, values).join("");
  }

  // clients/web/static/zoom.js
  var [LARGEST2, STEP] = [5, 1.5];
  var TARGET = 24;
  var fingers = matchMedia("(pointer: coarse)");
  var gap = ([one2, other]) => Math.hypot(one2.clientX - other.clientX, one2.clientY - other.clientY);
  var Zoom = class {
    #place;
    #size = 1;
    #own = false;
    // whether the visitor has chosen the size
    #pinch;
    constructor(place) {
      this.#place = place;
      const sizes = { "zoom-in": () => this.#size * STEP, "zoom-out": () => this.#size / STEP, "zoom-fit": () => 1 };
      for (const [id, size] of Object.entries(sizes)) {
        document.getElementById(id).addEventListener("click", () => this.#choose(size()));
      }
      place.addEventListener("touchstart", ({ touches }) => {
        this.#pinch = touches.length === 2 ? this.#size / gap(touches) : void 0;
      });
      place.addEventListener("touchmove", (event2) => {
        if (event2.touches.length !== 2 || this.#pinch === void 0) return;
        event2.preventDefault();
        const [one2, other] = event2.touches;
        const { left, top: top2 } = place.getBoundingClientRect();
        this.#choose(this.#pinch * gap(event2.touches), (one2.clientX + other.clientX) / 2 - left, (one2.clientY + other.clientY) / 2 - top2);
      });
    }
    // Makes the board as large as it takes for a finger to hit the smallest of some elements, and no larger without any,
    // unless the visitor has chosen a size. A mouse hits them as they are.
    reach(elements) {
      if (this.#own) return;
      if (elements.length === 0 || !fingers.matches) {
        if (this.#size > 1) this.#show(1, 0, 0);
        return;
      }
      const boxes = elements.map((element) => element.getBoundingClientRect());
      const least = Math.min(...boxes.map(({ width, height }) => Math.min(width, height)));
      if (least <= 0 || least >= TARGET) return;
      this.#show(this.#size * (TARGET + 1) / least, 0, 0);
      this.#into(elements[0].getBoundingClientRect());
    }
    #choose(size, x, y) {
      this.#own = true;
      this.#show(size, x, y);
    }
    // Shows the board at a size; the point at the place that is given, or in the middle, stays where it is.
    #show(wanted, x = this.#place.clientWidth / 2, y = this.#place.clientHeight / 2) {
      const size = Math.min(Math.max(wanted, 1), LARGEST2);
      const { scrollLeft, scrollTop, scrollWidth } = this.#place;
      this.#size = size;
      this.#place.style.setProperty("--size", size);
      this.#place.classList.toggle("large", size > 1);
      if (size > 1) this.#place.setAttribute("tabindex", "0");
      else this.#place.removeAttribute("tabindex");
      const ratio = this.#place.scrollWidth / scrollWidth;
      this.#place.scrollTo((scrollLeft + x) * ratio - x, (scrollTop + y) * ratio - y);
    }
    #into({ left, top: top2, right, bottom }) {
      const frame = this.#place.getBoundingClientRect();
      this.#place.scrollBy((left + right - frame.left - frame.right) / 2, (top2 + bottom - frame.top - frame.bottom) / 2);
    }
  };

  // clients/web/static/board.js
  var DANGEROUS = "a, animate, animateMotion, animateTransform, foreignObject, image, script, set, style, use";
  function drawing(svg) {
    const { documentElement } = new DOMParser().parseFromString(svg, "image/svg+xml");
    if (documentElement.localName !== "svg") throw new Error(say("unreadable"));
    for (const element of documentElement.querySelectorAll(DANGEROUS)) element.remove();
    for (const element of [documentElement, ...documentElement.querySelectorAll("*")]) {
      for (const name of element.getAttributeNames()) {
        if (/^on|href$|^style$/i.test(name)) element.removeAttribute(name);
      }
    }
    return document.adoptNode(documentElement);
  }
  function change(old, wanted) {
    if (old.isEqualNode(wanted)) return;
    if (old.nodeName !== wanted.nodeName || old.nodeType !== Node.ELEMENT_NODE) {
      old.replaceWith(wanted);
      return;
    }
    for (const name of old.getAttributeNames()) if (!wanted.hasAttribute(name)) old.removeAttribute(name);
    for (const { namespaceURI, name, value: value2 } of wanted.attributes) {
      if (old.getAttribute(name) !== value2) old.setAttributeNS(namespaceURI, name, value2);
    }
    changeWithin(old, [...old.childNodes], [...wanted.childNodes]);
  }
  function changeWithin(node, old, wanted) {
    let [place, other] = [0, 0];
    while (place < old.length && other < wanted.length) {
      const more = wanted.length - other - (old.length - place);
      const came = ahead(wanted, other, more, old[place]);
      const went = ahead(old, place, -more, wanted[other]);
      if (came > 0) node.insertBefore(wanted[other++], old[place]);
      else if (went > 0) old[place++].remove();
      else change(old[place++], wanted[other++]);
    }
    for (const left of old.slice(place)) left.remove();
    node.append(...wanted.slice(other));
  }
  function ahead(nodes, place, more, same2) {
    if (more <= 0 || nodes[place].isEqualNode(same2)) return 0;
    for (let step = 1; step <= more; step += 1) if (nodes[place + step].isEqualNode(same2)) return step;
    return 0;
  }
  function called(element) {
    const title = element.querySelector(":scope > title, :scope > * > title")?.textContent;
    return title || element.textContent.replace(/\s+/g, " ").trim() || element.dataset.spot.replace(":", " ");
  }
  var Board = class extends EventTarget {
    #place;
    #text;
    #zoom;
    constructor(place, text2) {
      super();
      this.#place = place;
      this.#text = text2;
      this.#zoom = new Zoom(place);
      place.addEventListener("click", (event2) => this.#choose(document.elementsFromPoint(event2.clientX, event2.clientY)));
      place.addEventListener("keydown", (event2) => {
        if (event2.key !== "Enter" && event2.key !== " ") return;
        event2.preventDefault();
        this.#choose([event2.target]);
      });
    }
    show(svg) {
      const drawn = drawing(svg);
      drawn.removeAttribute("width");
      drawn.removeAttribute("height");
      this.#text.textContent = drawn.querySelector("desc")?.textContent ?? "";
      const [old] = this.#place.children;
      if (old?.localName === "svg") change(old, drawn);
      else this.#place.replaceChildren(drawn);
    }
    // Marks the spots that can be chosen, each with its words, and those that are.
    offer(words2, chosen) {
      for (const element of this.#spots()) {
        const name = element.dataset.spot;
        const open = words2.has(name);
        element.classList.toggle("choosable", open);
        element.classList.toggle("chosen", chosen.has(name));
        if (open) {
          element.setAttribute("tabindex", "0");
          element.setAttribute("role", "button");
          element.setAttribute("aria-pressed", String(chosen.has(name)));
          element.setAttribute("aria-label", words2.get(name) || called(element));
        } else {
          for (const attribute of ["tabindex", "role", "aria-pressed", "aria-label"]) element.removeAttribute(attribute);
        }
      }
    }
    // Makes what can be chosen large enough to be hit, if it has to be chosen here.
    reach(needed) {
      this.#zoom.reach(needed ? [...this.#place.querySelectorAll(".choosable")] : []);
    }
    // Gives a spot the focus, if it can be chosen.
    focus(name) {
      [...this.#spots()].find((element) => element.dataset.spot === name && element.matches(".choosable"))?.focus();
    }
    #spots() {
      return this.#place.querySelectorAll("[data-spot]");
    }
    #choose(elements) {
      const spot = elements.map((element) => element.closest(".choosable")).find((found) => found !== null && found !== void 0);
      if (spot) this.dispatchEvent(new CustomEvent("choose", { detail: spot.dataset.spot }));
    }
  };

  // clients/web/static/clauses.js
  var Clauses = class {
    #load;
    #dialog;
    #loaded;
    // `load` promises the clauses of the title by number; it is called once, when the first is looked at.
    constructor(load, dialog) {
      this.#load = load;
      this.#dialog = dialog;
    }
    button(number3) {
      const button = document.createElement("button");
      button.className = "clause";
      button.textContent = number3;
      button.setAttribute("aria-haspopup", "dialog");
      button.addEventListener("click", () => this.#show(number3));
      return button;
    }
    async #show(number3) {
      this.#loaded ??= this.#load();
      const found = (await this.#loaded)[number3];
      this.#dialog.querySelector("h2").textContent = number3;
      this.#dialog.querySelector("div").replaceChildren(...found ? parts2(found) : paragraphs(say("no_clause")));
      this.#dialog.showModal();
    }
  };
  function parts2({ sentence, place, ruling }) {
    const found = paragraphs(sentence, say("in_rulebook", { place }));
    if (!ruling) return found;
    const open = paragraphs(say("leaves_open", { question: ruling.question }));
    const readings = document.createElement("ul");
    for (const reading of ruling.readings) {
      const item3 = document.createElement("li");
      item3.textContent = reading;
      readings.append(item3);
    }
    return [...found, ...open, readings, ...paragraphs(say("here", { chosen: ruling.chosen }), ruling.reason)];
  }
  function paragraphs(...texts) {
    return texts.filter(Boolean).map((text2) => Object.assign(document.createElement("p"), { textContent: text2 }));
  }

  // clients/web/static/entries.js
  var BLOCK = 200;
  var Entries = class extends EventTarget {
    #list;
    #clauses;
    #load;
    #shown = 0;
    #loading = Promise.resolve();
    constructor(list, clauses, load) {
      super();
      this.#list = list;
      this.#clauses = clauses;
      this.#load = load;
    }
    // Shows the entries up to a version; calls wait for each other, so that none is shown twice.
    upTo(version) {
      this.#loading = this.#loading.then(() => this.#add(version));
      return this.#loading;
    }
    async #add(version) {
      while (this.#shown < version) {
        const found = await this.#load(this.#shown + 1, Math.min(this.#shown + BLOCK, version));
        if (found.length === 0) return;
        this.#list.append(...found.map((entry) => this.#item(entry)));
        this.#shown = found.at(-1).version;
      }
    }
    mark(version) {
      this.#list.querySelector("[aria-current]")?.removeAttribute("aria-current");
      const item3 = this.#list.querySelector(`[data-version="${version}"]`);
      if (!item3) return;
      item3.setAttribute("aria-current", "step");
      const { offsetTop, offsetHeight } = item3;
      const { scrollTop, clientHeight } = this.#list;
      if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) {
        this.#list.scrollTop = offsetTop - clientHeight / 2;
      }
    }
    // Marks the entries at which something is wrong; no other is.
    flag(versions) {
      for (const item3 of this.#list.querySelectorAll(".bad")) item3.classList.remove("bad");
      for (const version of versions) this.#list.querySelector(`[data-version="${version}"]`)?.classList.add("bad");
    }
    #item({ version, actor, command: command2, events }) {
      const item3 = document.createElement("li");
      item3.dataset.version = version;
      const button = document.createElement("button");
      button.className = "entry";
      button.append(
        Object.assign(document.createElement("span"), { className: "number", textContent: version }),
        Object.assign(document.createElement("b"), { textContent: actor }),
        ` ${command2 || say("sealed")}`
      );
      button.addEventListener("click", () => this.dispatchEvent(new CustomEvent("choose", { detail: version })));
      item3.append(button);
      for (const { sentence, clause } of events) {
        const line = document.createElement("p");
        line.append(`${sentence || say("sealed")} `);
        if (clause) line.append(this.#clauses.button(clause));
        item3.append(line);
      }
      return item3;
    }
  };

  // clients/web/static/player.js
  var DELIBERATE = "input, select, textarea, dialog, [contenteditable]";
  var Player = class {
    #draw;
    #tell;
    #first;
    #parts;
    #playing = 0;
    // `draw` shows the position of a version, unless another one is wanted meanwhile; `tell` gets what goes wrong.
    constructor({ first = 1, head, draw, tell }) {
      this.#draw = draw;
      this.#tell = tell;
      this.#first = first;
      this.head = head;
      this.wanted = head;
      const names = ["slider", "version", "play", "speed"];
      this.#parts = Object.fromEntries(names.map((id) => [id, document.getElementById(id)]));
      this.#listen();
    }
    // Shows the position after an entry. Of several steps in a row the last one counts.
    async show(target, how) {
      this.wanted = Math.min(Math.max(target, this.#first), this.head);
      this.#tick();
      await this.#draw(this.wanted, how);
    }
    // Shows a position that was chosen elsewhere on the page, and the board if nothing of it is in sight.
    go(target) {
      const board = document.getElementById("board");
      if (board.getBoundingClientRect().bottom < 0) board.scrollIntoView();
      this.#go(target);
    }
    grow(head) {
      this.head = head;
      this.#parts.slider.max = head;
      this.#tick();
    }
    halt() {
      clearTimeout(this.#playing);
      this.#playing = 0;
      this.#parts.play.setAttribute("aria-pressed", "false");
    }
    // Halts what plays by itself, and shows a position.
    #go(target) {
      this.halt();
      this.show(target).catch(this.#tell);
    }
    #tick() {
      this.#parts.slider.value = this.wanted;
      this.#parts.version.textContent = `${this.wanted} / ${this.head}`;
    }
    async #step() {
      if (this.wanted >= this.head) return this.halt();
      const began = performance.now();
      await this.show(this.wanted + 1);
      const left = Number(this.#parts.speed.value) - (performance.now() - began);
      this.#playing = setTimeout(() => this.#step().catch(this.#tell), Math.max(0, left));
    }
    #toggle() {
      if (this.#playing) return this.halt();
      this.#playing = -1;
      this.#parts.play.setAttribute("aria-pressed", "true");
      if (this.wanted >= this.head) this.wanted = this.#first - 1;
      this.#step().catch(this.#tell);
    }
    #listen() {
      const steps = {
        first: () => this.#first,
        before: () => this.wanted - 1,
        after: () => this.wanted + 1,
        last: () => this.head
      };
      for (const [id, target] of Object.entries(steps)) {
        document.getElementById(id).addEventListener("click", () => this.#go(target()));
      }
      const { slider, play } = this.#parts;
      slider.addEventListener("input", () => this.#go(Number(slider.value)));
      play.addEventListener("click", () => this.#toggle());
      const keys = { ArrowLeft: steps.before, ArrowRight: steps.after, Home: steps.first, End: steps.last };
      document.addEventListener("keydown", (event2) => {
        if (event2.target.closest(DELIBERATE) || event2.target.matches(".large") || event2.altKey || event2.ctrlKey || event2.metaKey) return;
        const target = keys[event2.key];
        if (!target) return;
        event2.preventDefault();
        this.#go(target());
      });
    }
  };

  // clients/web/saved/lines.js
  var SIZE = 44;
  var lines2 = (id) => document.getElementById(id).textContent.split("\n").filter(Boolean);
  var checked = (found) => Promise.all(found.map(read2));
  async function read2(line) {
    const text2 = line.slice(SIZE + 1);
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text2));
    const intact = line.slice(0, SIZE + 1) === `${btoa(String.fromCharCode(...new Uint8Array(digest)))} `;
    return intact ? JSON.parse(text2) : null;
  }
  var plain = (found) => found.map((line) => `${line.replace(/\\(u003c|.)/gs, (escape, kind) => kind === "u003c" ? "<" : escape)}
`).join("");
  var Pieces = class {
    #positions;
    #pictures = [];
    #tables = [];
    constructor(positions) {
      this.#positions = positions;
      for (const value2 of positions) {
        keep(this.#pictures, value2?.picture);
        keep(this.#tables, value2?.position?.table);
      }
    }
    // The picture of a version; undefined where something that it is made of is damaged.
    picture(version) {
      const found = this.#positions[version - 1]?.picture;
      return found && joined2(this.#pictures, found);
    }
    // The position as the verifier takes it; undefined where its table is not known.
    position(version) {
      const found = this.#positions[version - 1]?.position;
      const table = found && joined2(this.#tables, found.table);
      return table && { ...found, table };
    }
  };
  function joined2(pieces, { runs }) {
    const found = runs.flatMap(([first, count]) => Array.from({ length: count }, (_, index) => pieces[first + index]));
    return found.includes(void 0) ? void 0 : found.join("");
  }
  function keep(pieces, found) {
    found?.new.forEach((piece, index) => pieces[found.at + index] = piece);
  }

  // clients/web/saved/page.html
  var page_default = '<div class="game" id="game">\n<div class="heading">\n<h1 id="label"></h1>\n<p id="players"></p>\n<p><b id="badge" role="status" data-say="checking"></b></p>\n</div>\n<section class="stage" data-label="board">\n<div id="board" class="board"></div>\n<div class="zoom" role="group" data-label="zoom"><button id="zoom-out" data-label="zoom_out">−</button><button id="zoom-fit" data-label="zoom_fit">⤢</button><button id="zoom-in" data-label="zoom_in">+</button></div>\n<details class="as-text"><summary data-say="board_as_text"></summary><pre id="text" tabindex="0"></pre></details>\n<div class="controls" role="group" data-label="positions">\n<button id="first" data-label="first_position">|◀</button>\n<button id="before" data-label="position_before">◀</button>\n<button id="play" data-label="play" aria-pressed="false">▷</button>\n<button id="after" data-label="next_position">▶</button>\n<button id="last" data-label="newest_position">▶|</button>\n<label class="speed"><span data-say="speed"></span> <select id="speed"><option value="1600" data-say="speed.slow"></option><option value="800" data-say="speed.usual" selected></option><option value="300" data-say="speed.quick"></option></select></label>\n<input id="slider" type="range" min="1" data-label="version">\n<output id="version" for="slider"></output>\n</div>\n</section>\n<section class="side" data-label="the_record">\n<h2 data-say="happened"></h2>\n<ol id="entries" class="entries" tabindex="0" data-label="happened"></ol>\n<h2 data-say="what_checked"></h2>\n<ul id="checks"></ul>\n<form id="attest" class="search"><label><span data-say="key_of_service"></span> <input name="key" autocomplete="off" spellcheck="false" required></label><button data-say="signed_with"></button></form>\n<p><a id="file" data-say="record_file"></a>: <span data-say="also_judges"></span></p>\n</section>\n<dialog id="clause" aria-labelledby="clause-number"><h2 id="clause-number"></h2><div id="clause-text"></div><form method="dialog"><button data-say="close"></button></form></dialog>\n</div>\n';

  // clients/web/saved/main.js
  async function main() {
    const [words2] = await checked(lines2("words"));
    if (!words2) return damage();
    speak(words2);
    const [about] = await checked(lines2("about"));
    const positions = await checked(lines2("positions"));
    const record = plain(lines2("record"));
    const pieces = new Pieces(positions);
    if (!about) return damage();
    write();
    document.title = about.label;
    document.querySelector("#label").textContent = about.label;
    const { title, rules, players, said } = about;
    const values = { title, rules, players: players.join(", "), said: phrases(said) };
    document.querySelector("#players").append(...parts("of_players", values));
    for (const id of ["board", "text", "entries"]) document.getElementById(id).lang = about.spoken;
    const file = document.querySelector("#file");
    file.href = URL.createObjectURL(new Blob([record], { type: "application/jsonl" }));
    file.download = `${about.game}.jsonl`;
    const clauses = new Clauses(async () => about.clauses, document.querySelector("#clause"));
    const board = new Board(document.querySelector("#board"), document.querySelector("#text"));
    const said_of = (from, to) => positions.slice(from - 1, to).map((value2, index) => value2 ?? damaged(from + index));
    const entries = new Entries(document.querySelector("#entries"), clauses, async (from, to) => said_of(from, to));
    const tell = ({ message: message2 }) => badge("failed", message2);
    const head = Math.max(positions.length, 1);
    const player = new Player({
      head,
      tell,
      async draw(version) {
        const svg = pieces.picture(version);
        if (svg) board.show(svg);
        else document.querySelector("#board").textContent = say("picture_damaged");
        entries.mark(version);
      }
    });
    document.querySelector("#slider").max = head;
    entries.addEventListener("choose", ({ detail }) => player.go(detail));
    await entries.upTo(positions.length);
    await player.show(Number(location.hash.slice(1)) || head);
    const check2 = (keys) => judge({ positions, record, pieces, entries, keys });
    document.querySelector("#attest").addEventListener("submit", (event2) => {
      event2.preventDefault();
      check2([new FormData(event2.target).get("key").trim()]).catch(tell);
    });
    await check2([]);
  }
  function phrases(said) {
    const whole2 = document.createElement("span");
    said.forEach(({ text: text2, language }, place) => {
      const part = document.createElement("span");
      if (language) part.lang = language;
      part.textContent = text2;
      whole2.append(place ? "; " : "", part);
    });
    return whole2;
  }
  var damaged = (version) => ({ version, actor: "", command: say("line_damaged"), events: [] });
  function badge(verdict, words2) {
    const found = document.querySelector("#badge");
    found.dataset.verdict = verdict;
    found.textContent = words2;
  }
  async function judge({ positions, record, pieces, entries, keys }) {
    const report = await verify(record, {
      keys,
      tables: (version) => pieces.position(version),
      progress: (done, total) => badge("checking", say("checking_of", { done, total }))
    });
    const problems = [...problemsOf(report, positions)].sort((one2, other) => one2.version - other.version);
    entries.flag(problems.map(({ version }) => version));
    const [first] = problems;
    if (first) badge("failed", first.version ? say("entry_wrong", { version: first.version, problem: first.words }) : first.words);
    else badge(report.verdict, say("linked", { verdict: say(`verdict.${report.verdict}`), linked: report.linked, chance: report.chanceRecomputed }));
    document.querySelector("#checks").replaceChildren(...checks(report, problems).map(item2));
    document.documentElement.dataset.checked = report.verdict;
  }
  function* problemsOf(report, positions) {
    if (report.verdict === "failed") {
      const [, named, words2] = /^entry (\d+) (.*)$/s.exec(report.problem) ?? [];
      yield { version: report.badVersion || Number(named ?? 0), words: report.badVersion ? report.problem : words2 ?? report.problem };
    }
    for (const [index, value2] of positions.entries()) {
      if (value2 === null) yield { version: index + 1, words: say("line_changed") };
    }
    if (report.entries && positions.length !== report.entries) {
      yield { version: positions.length + 1, words: say("positions_shown", { shown: positions.length, entries: report.entries }) };
    }
  }
  function checks(report, problems) {
    const found = problems.map(({ version, words: words2 }) => version ? say("of_entry", { version, sentence: words2 }) : words2);
    found.push(say("chain", report));
    found.push(say("tables_checked", { tables: report.positionsChecked, chance: report.chanceRecomputed }));
    found.push(say("signatures", { count: report.signaturesChecked }));
    for (const { version, done, clause } of report.irregularities) found.push(say("irregular", { version, done, clause }));
    for (const { firstVersion, lastVersion, reason } of report.unchecked) {
      found.push(say("not_checked", { first: firstVersion, last: lastVersion, reason: say(`reason.${reason}`) }));
    }
    found.push(report.signer ? say("signed_by", { signer: report.signer }) : say("name_a_key"));
    return [...found, say("pictures_unsigned")];
  }
  var item2 = (words2) => Object.assign(document.createElement("li"), { textContent: words2 });
  function damage() {
    document.documentElement.dataset.checked = "failed";
    badge("failed", document.querySelector("#badge").dataset.damaged);
  }
  function write() {
    const main2 = document.querySelector("#main");
    main2.innerHTML = page_default;
    for (const element of main2.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
    for (const element of main2.querySelectorAll("[data-label]")) element.setAttribute("aria-label", say(element.dataset.label));
  }
  main().catch(({ message: message2 }) => {
    document.documentElement.dataset.checked = "failed";
    const { insecure } = document.querySelector("#badge").dataset;
    badge("failed", crypto.subtle ? say("not_verified", { problem: message2 }) : insecure);
  });
})();
