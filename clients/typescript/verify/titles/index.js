/** The titles whose draws this verifier knows, with one module for each. It also verifies the chains of other titles. */
import * as infludance_duel from "./infludance_duel.js";
import * as king_of_tokyo from "./king_of_tokyo.js";
import * as liars_dice from "./liars_dice.js";
import * as samurai_spirit from "./samurai_spirit.js";
import * as shogun from "./shogun.js";
import * as titan_race from "./titan_race.js";

/** @type {Record<string, import("../draws.js").Draws>} by title */
export const TITLES = { infludance_duel, king_of_tokyo, liars_dice, samurai_spirit, shogun, titan_race };
