// A bot of its own process, in JavaScript: bets and raises the least, folds to large bets.
//   railbird league equity "cmd:node examples/external_bots/bot.js"
const lines = require("readline").createInterface({ input: process.stdin });

function decide(view) {
  const pair = new Set(view.hole_cards.map((card) => card[0])).size < view.hole_cards.length;
  if (pair && view.raise) return { move: "raise", to: view.raise[0] };
  return { move: view.to_call > view.pot / 3 && !pair ? "fold" : "call" };
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    console.log(JSON.stringify({ type: "ready", protocol: 1 }));
  } else if (message.type === "act") {
    console.log(JSON.stringify({ id: message.id, ...decide(message) }));
  } else {
    console.error(line);
  }
});
