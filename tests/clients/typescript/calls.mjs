// Calls everything that a service offers over Connect: a game with chance that its seats commit to, and a branch of it.
//
//     node calls.mjs URL
//
// Prints one line of JSON: the calls that went out, and what came of them.

import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { createConnectTransport } from "@connectrpc/connect-web";
import { connect, hashOf, newKey, newToken, newTokens, packed, publicBytes, unpacked } from "gunbai-client";
import { checkInclusion, cosignedAt, leafHash, logEntry, signedCheckpoint } from "gunbai-client/verify";
import { ChallengeBidSchema, MakeBidSchema, ShakeCupSchema } from "gunbai-client/stubs/liars_dice/v1/commands";
import { ActorKind } from "gunbai-client/stubs/record/v1/entry";
import { Remedy } from "gunbai-client/stubs/record/v1/irregularities";
import { ResultBasis } from "gunbai-client/stubs/record/v1/results";
import { GameStatus } from "gunbai-client/stubs/referee/v1/game";
import { GameOrder } from "gunbai-client/stubs/referee/v1/lobby";

// The witness whose key the service was told of (c2sp.org/tlog-cosignature); its private key is 32 sevens.
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");
const signing = createPrivateKey({ key: Buffer.concat([pkcs8, Buffer.alloc(32, 7)]), format: "der", type: "pkcs8" });
const raw = Buffer.concat([
  Buffer.of(4),
  createPublicKey(signing).export({ format: "der", type: "spki" }).subarray(-32),
]);
const id = createHash("sha256").update("witness.example\n").update(raw).digest().subarray(0, 4);
const witness = { name: "witness.example", key: `witness.example+${id.toString("hex")}+${raw.toString("base64")}` };

function cosignature(note) {
  const [text, time] = [note.slice(0, note.lastIndexOf("\n\n") + 1), Buffer.alloc(8)];
  time.writeBigUInt64BE(1_700_000_000n);
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime 1700000000\n${text}`), signing);
  return `\u2014 ${witness.name} ${Buffer.concat([id, time, signature]).toString("base64")}`;
}

const [baseUrl] = process.argv.slice(2);
const calls = new Set();
const recording = (next) => (request) => {
  calls.add(`${request.service.name}.${request.method.name}`);
  return next(request);
};
const transport = createConnectTransport({ baseUrl, useBinaryFormat: true, interceptors: [recording] });
const gunbai = connect(baseUrl, { transport });
const facts = {};

async function all(iterable) {
  const items = [];
  for await (const item of iterable) items.push(item);
  return items;
}

// What can be asked before there is a game.
facts.titles = (await gunbai.titles()).map(({ name }) => name);
facts.languages = (await gunbai.title("liars_dice")).languages;
facts.clauses = (await gunbai.clauses("liars_dice")).clauses.length;
facts.czech = (await gunbai.speaking("cs").clauses("liars_dice")).clauses[0].sentence;

// Seats before the start: taken with an invitation, left, freed, and held with another token.
const key = await newKey();
const club = await gunbai.create("liars_dice", { seats: 2, invitedOnly: true, reissueSeconds: 3600 });
const owner = gunbai.holding(club.hostToken);
const [first, second] = await owner.invitations(club.info.game);
facts.invited = club.invitations.map(({ code }) => code).join() === [first.code, second.code].join();
facts.uninvited = await gunbai.join(club.info.game, "Eve").catch(({ reason }) => reason);
const guest = await gunbai.join(club.info.game, "Cyd", { invitation: second.code, key });
const again = await gunbai.reissue(club.info.game, guest.number, key);
facts.revoked = await guest.leave().catch(({ reason }) => reason);
facts.left = (await again.leave()).seats.map(({ taken }) => taken);
const dan = await gunbai.join(club.info.game, "Dan", { invitation: first.code });
const lost = newToken();
const noticed = await owner.announceReissue(club.info.game, dan.number, hashOf(lost));
facts.pending = await gunbai
  .holding(lost)
  .game(club.info.game)
  .catch(({ reason }) => reason);
const kept = await dan.vetoReissue();
facts.nameless = (await dan.removeName()).seats[0].player;
facts.notices = [noticed, kept].map(({ seats }) => seats[0].vetoExpireTime !== undefined);
facts.freed = (await owner.free(club.info.game, 1)).seats.map(({ taken }) => taken);

// A game from its creation to its start: Ann signs her commands.
const named = { label: "Příliš žluťoučký", tags: ["typescript"], playedOn: "1972-07-11" };
const { info, hostToken } = await gunbai.create("liars_dice", { seats: 2, chance: "committed", ...named });
const game = info.game;
const host = gunbai.holding(hostToken);
const own = await newKey();
const ann = await gunbai.join(game, "Ann", { key: own });
const bob = await gunbai.join(game, "Bob");
facts.revealing = GameStatus[(await host.start(game)).status];
for (const seat of [ann, bob]) await seat.legal();
facts.running = GameStatus[(await gunbai.game(game)).status];
const mine = gunbai.myGames({ key: own });
mine.add(game, bob.token);
facts.mine = [];
for await (const change of mine.changes()) {
  if (change.kind !== "game") break;
  facts.mine.push(change.game.places.map(({ seat }) => seat).sort());
}
const search = { label: "zlutoucky", tags: ["typescript"], playedOn: ["1972", "1972"], order: GameOrder.OLDEST };
facts.found = (await all(gunbai.games(search))).map((found) => found.game).includes(game);

// A move against the rules, and how it would have been judged; then a consent of each seat, and a branch.
const [asked, other] = (await ann.legal()).waiting.seats.includes(1) ? [ann, bob] : [bob, ann];
const legal = await asked.legal();
const bid = legal.commands[0];
facts.sentence = bid.sentence;
facts.refused = (await other.submit(bid, { expectedVersion: legal.expectedVersion })).verdict.value.clause;
const judged = await gunbai
  .holding(asked.token)
  .adjudicate(game, { kind: ActorKind.SEAT, seat: asked.number }, bid.command);
facts.adjudicated = judged.verdict.case;
const view = await asked.view();
facts.view = unpacked(view.view).$typeName;
facts.picture = (await asked.picture()).slice(0, 4);
facts.hidden = (await gunbai.verifyHere(game)).verdict;
const terms = { chance: "referee" };
const consents = [await ann.consent(view.version, terms), await bob.consent(view.version, terms)];
const branch = await host.fork(game, view.version, { ...terms, consents });
facts.seat = (await bob.join(branch.info.game)).number;
facts.abandoned = GameStatus[(await gunbai.holding(branch.hostToken).abandon(branch.info.game, "tried")).status];

// The game to its end, played and watched.
const watched = all(gunbai.watch(game, { sentences: true }));
const raise = ({ commands }) => commands[0];
const [over] = await Promise.all([ann.play(raise), bob.play(raise)]);
facts.status = GameStatus[over.status];
await ann.confirmResult();
facts.confirmed = (await bob.confirmResult()).confirmations.map(({ seat, signature }) => [seat, signature.length]);
const updates = await watched;
facts.watched = updates.filter(({ kind }) => kind === "entry").length;
facts.caughtUp = updates.filter(({ kind }) => kind === "caughtUp").length;
facts.spoken = updates.find(({ sentences }) => sentences?.command).sentences.actor;
const entries = await all(gunbai.entries(game));
facts.entries = entries.length;
facts.signed = entries.filter(({ entry }) => entry.signature.length === 64).map(({ entry }) => entry.actor.seat);

// What is decided beside the rules: an agreement, orders of an arbiter with a key and of a dealer, a corrected outcome.
const umpire = await newKey();
const ruled = await gunbai.create("liars_dice", { seats: 2, chance: "referee", arbiter: await publicBytes(umpire) });
const [eva, fay] = [await gunbai.join(ruled.info.game, "Eva"), await gunbai.join(ruled.info.game, "Fay")];
await gunbai.holding(ruled.hostToken).start(ruled.info.game);
await eva.agree({ matter: { case: "result", value: { winners: [1] } } });
const decision = { basis: ResultBasis.ADJUDICATION, winners: [2], reason: "the club closes", appealPending: true };
const arbiter = gunbai.arbiter(ruled.info.game, umpire);
facts.appealed = GameStatus[(await arbiter.decide(decision)).info.status];
const done = { clause: "the club's rule 3", done: "The game was cut short.", remedy: Remedy.CORRECTED };
facts.goesOn = GameStatus[(await arbiter.rule(done)).info.status];
facts.conceded = (await fay.concede()).verdict.value.sentences[0].events;
const back = await gunbai.create("infludance_duel", { seats: 2, chance: "referee" });
const ivy = await gunbai.join(back.info.game, "Ivy", { key: await newKey() });
const jan = await gunbai.join(back.info.game, "Jan");
const begun = await gunbai.holding(back.hostToken).start(back.info.game);
const first_asked = (await ivy.legal()).commands.length ? ivy : jan;
await first_asked.submit((await first_asked.legal()).commands[0]);
const proposed = await jan.takeBack(begun.head);
for (const seat of [jan, ivy]) await seat.join(proposed.info.game);
facts.continued = [back.info.game, proposed.info.game].map(async (id) => GameStatus[(await gunbai.game(id)).status]);
facts.continued = await Promise.all(facts.continued);
const table = await gunbai.create("liars_dice", { seats: 2, chance: "dealer" });
for (const player of ["Gus", "Hal"]) await gunbai.join(table.info.game, player);
await gunbai.holding(table.hostToken).start(table.info.game);
const dealer = gunbai.holding(table.dealerToken).seat(table.info.game, 0);
const dice = (...faces) => packed(ShakeCupSchema, { seat: 1, dice: faces });
const shaken = (await dealer.submit(dice(1, 2, 3, 4, 5))).verdict.value.entries[0].version;
facts.corrected = Number((await dealer.correct(dice(1, 2, 3, 4, 6), shaken)).verdict.value.entries[0].version - shaken);
const start = await dealer.gunbai.table(table.info.game, shaken - 1n);
const set = await dealer.gunbai.arbiter(table.info.game).rule(done, { table: start });
facts.set = [set.accepted.entries[0].events.length, Number(set.info.head - shaken)];

// What can be asked of a game that is over.
const span = { from: view.version, to: view.version + 2n };
const replayed = await all(gunbai.replay(game, { ...span, views: true, pictures: true, sentences: true }));
facts.replayed = replayed.map(({ version }) => Number(version - view.version));
const searched = await all(gunbai.questions.entries(game, { event: "BidMade" }));
const traced = await all(gunbai.questions.changes(game, "bid"));
const positions = await all(gunbai.questions.positions(game, "bid.exists", { firstOnly: true }));
const compared = await gunbai.questions.differences(game, span.from, { version: span.to });
const lucky = await all(gunbai.questions.luck(game));
facts.questions = [
  lucky.every(({ numerator, denominator }) => BigInt(numerator) <= BigInt(denominator)) && lucky.length > 0,
  searched.every(({ entry, clauses }) => clauses.length === entry.events.length),
  traced.at(-1).changes[0].path,
  positions.map(({ holds, values }) => [holds, values[0].valueJson]),
  compared.sharedVersion === span.from,
];
const [earliest] = replayed;
facts.position = [
  unpacked(earliest.view.view).$typeName,
  earliest.picture.svg.slice(0, 4),
  earliest.entry.sentences.version === view.version,
];
const past = await gunbai.legal(game, legal.expectedVersion, asked.number);
facts.past = past.commands.map(({ sentence }) => sentence)[0];
facts.head = Number(over.head);
facts.table = JSON.parse(await gunbai.table(game)) !== null;
facts.file = (await all(gunbai.export(game))).reduce((size, piece) => size + piece.length, 0);
facts.refusals = (await all(gunbai.rulings(game, { refusedOnly: true }))).map(({ refused }) => refused.clause);
const progress = [];
facts.verdict = (await gunbai.verify(game, { progress: (done, entries) => progress.push([done, entries]) })).verdict;
facts.progress = [progress[0], progress.at(-1)];
const signed = await gunbai.head(game);
facts.here = await gunbai.verifyHere(game, { keys: [signed.key] });
facts.bare = (await gunbai.verifyHere(game, { tables: false })).verdict;
facts.note = signed.note.split("\n").slice(1, 3);
facts.packed = [packed(MakeBidSchema, { quantity: 3, face: 5 }), packed(ChallengeBidSchema, {})].map(
  ({ typeUrl }) => typeUrl,
);

// At a table with a dealer a seat with a key is refused and disputes it; the dealer looks and settles.
{
  const dealt = await gunbai.create("liars_dice", { seats: 2, chance: "dealer" });
  const table = dealt.info.game;
  const signing = await newKey();
  const eve = await gunbai.join(table, "Eve", { key: signing });
  const fay = await gunbai.join(table, "Fay");
  await gunbai.holding(dealt.hostToken).start(table);
  const early = packed(ChallengeBidSchema, {});
  const { receipt } = (await eve.submit(early, { receipt: true })).verdict.value;
  const own = eve.disputes();
  const { number } = await own.open("It was my turn.", { receipt });
  await own.say(number, "So it was.", { inspectionAllowed: true });
  await fay.disputes().say(number, "It was not.", { inspectionAllowed: true });
  const arbiter = gunbai.holding(dealt.dealerToken).disputes(table);
  const looked = await arbiter.inspect(number, newToken());
  await arbiter.settle(number, "The cups were not shaken.");
  const { dispute } = await own.get(number);
  facts.dispute = {
    signatures: [dispute, dispute.statements[0]].map(({ signature }) => signature.length),
    settled: dispute.verdict.outcome,
    listed: (await all(own.all())).length,
    looked: JSON.parse(looked.tableJson) !== null,
  };
}

// The log of all games: it has the game's creation and its end, only grew, and is cosigned by a witness.
{
  const { log } = gunbai;
  const seen = await log.checkpoint();
  const named = [seen.key];
  await gunbai.create("liars_dice", { seats: 2 });
  const newest = await log.since(seen, named);
  const { size } = await signedCheckpoint(newest, named);
  const leaves = (await log.inclusion(game)).leaves.map(async ({ kind, version, proof }) => {
    const { digest } = entries[Number(version) - 1].entry;
    return (await checkInclusion(proof, await logEntry(kind, game, Number(version), digest))).size === size;
  });
  const { entry, proof } = await log.leaf(size - 1);
  const tile = await log.tile(0, 0, { width: size });
  const last = Buffer.from(await leafHash(entry)).equals(tile.slice(-32));
  const line = cosignature(newest.note);
  const cosigned = await log.cosign(size, line);
  const other = { ...seen, note: seen.note.replace(/\n\d+\n/, "\n1\n") };
  facts.log = {
    leaves: await Promise.all(leaves),
    last: [last, (await checkInclusion(proof, entry)).index === size - 1],
    cosigned: await cosignedAt(cosigned.note, witness.key),
    unknown: await log
      .since(seen, ["another+30a07696+AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB"])
      .catch(({ name }) => name),
    changed: await log.since(other, named).catch(({ message }) => message),
  };
}

// The key of a player is replaced: both sign.
{
  const fresh = await newKey();
  const logged = await gunbai.log.replaceKey(game, { old: own, new: fresh });
  const listed = (await all(gunbai.log.keyReplacements())).filter((each) => each.game === game);
  const key = await publicBytes(fresh);
  const same = listed.map(({ replacement }) => Buffer.from(replacement.newKey).equals(key));
  facts.replaced = [same, listed[0].proof.length > 0, Number(logged.version)];
}

// Two tables with the same deal.
{
  const tokens = [newTokens(), newTokens()];
  const made = await gunbai.createDuplicates(tokens, "infludance_duel", { seats: 2 });
  const ids = made.map(({ info }) => info.game);
  facts.duplicates = made.map(({ info }) => [info.private, info.duplicateGames.join() === ids.join()]);
}

console.log(JSON.stringify({ calls: [...calls].sort(), game, ...facts }));
