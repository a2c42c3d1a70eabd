/**
 * What chance shows in the Royal Game of Ur, for the verifier in JavaScript: `gunbai-verify RECORD --draws ur.mjs`.
 * The file has the name of the title.
 */

export const rulesVersions = [1];

/** The fields of each outcome, by number: "square string", "marks uint32[]". */
export const messages = { "gunbai.titles.ur.v1.ThrowDice": { 1: "marks uint32[]" } };

/**
 * How each outcome is drawn, by the name of its message, from the `table` and the `step` that takes it: with `stream.dice(count, faces)`, `pick(things)`,
 * `sample(count, things)`, `shuffle(things)`, `odds(numerator, denominator)` or `turn(place, pools)`.
 */
export const outcomes = { ThrowDice: async ({ stream }) => ({ marks: await stream.dice(4, [0, 1]) }) };
