// Two bots play a game against each other; each gives one of its legal commands at random.
//
//     node bot.mjs URL [TITLE] [CHANCE]

import { connect } from "gunbai-client";

const [url, title = "infludance_duel", chance = "referee"] = process.argv.slice(2);
const gunbai = connect(url);
const { info, hostToken } = await gunbai.create(title, { seats: 2, chance });
const seats = [await gunbai.join(info.game, "Ann"), await gunbai.join(info.game, "Bob")];
await gunbai.holding(hostToken).start(info.game);

const choose = ({ commands }) => commands[Math.floor(Math.random() * commands.length)];
const [over] = await Promise.all(seats.map((seat) => seat.play(choose)));
console.log(JSON.stringify({ game: info.game, ending: over.result.ending, winners: over.result.winners }));
