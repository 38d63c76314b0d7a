// A made-up game with a die, played by boardgame.io: microseconds of the processor a move. `peers.py` runs it.
const {Client} = require('boardgame.io/client'), {INVALID_MOVE} = require('boardgame.io/core');
const put = ({G, playerID, random}, at) => {
  if (G.at[at] === playerID) return INVALID_MOVE;
  G.at[at] = playerID;
  G.n += random.D6();
};
const game = {setup: () => ({at: Array(40).fill(null), n: 0}), turn: {minMoves: 1, maxMoves: 1}, moves: {put}, seed: 'a'};
const play = () => {
  const client = Client({game, numPlayers: 2, debug: false});
  client.start();
  for (let i = 0; i < 200; i++) client.moves.put(i * 7 % 39);
  if (client.getState().ctx.turn !== 201) throw Error('not played');
};
for (let i = 0; i < 10; i++) play();
const start = process.cpuUsage();
for (let i = 0; i < 50; i++) play();
const used = process.cpuUsage(start);
console.log((used.user + used.system) / 50 / 200);
