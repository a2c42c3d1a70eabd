/** The Royal Game of Ur: what chance shows, as an author of the title adds it to the verifier. */

export const rulesVersions = [1];

export const messages = { "gunbai.titles.ur.v1.ThrowDice": { 1: "marks uint32[]" } };

export const outcomes = { ThrowDice: async ({ stream }) => ({ marks: await stream.dice(4, [0, 1]) }) };
