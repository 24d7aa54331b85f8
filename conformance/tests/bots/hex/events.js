// Odd but right: pieces of lines as they come, answers a few milliseconds later and in order, swaps what is not at
// the edge, plays anything.
'use strict';
const STEPS = [[0, -1], [0, 1], [-1, 0], [1, 0], [-1, 1], [1, -1]];
let [me, ...more] = process.argv.slice(2);
if (more.length || !['black', 'white'].includes(me)) {
  process.stderr.write('usage: events.js black|white\n');
  process.exit(9);
}
let size = 0, board = [], heard = [], rest = '', answers = Promise.resolve();
const other = () => (me === 'black' ? 'white' : 'black');
const pause = () => new Promise((resume) => setTimeout(resume, 4));
const say = (text) => { answers = answers.then(pause).then(() => process.stdout.write(text + '\n')); };

function winner() {
  return ['black', 'white'].find((colour) => {
    const along = (at) => (colour === 'black' ? Math.floor(at / size) : at % size);
    const reached = new Set([...board.keys()].filter((at) => board[at] === colour && along(at) === 0));
    for (const at of reached) {
      for (const [down, right] of STEPS) {
        const [row, column] = [Math.floor(at / size) + down, (at % size) + right];
        const to = row * size + column;
        if (row >= 0 && column >= 0 && row < size && column < size && board[to] === colour) reached.add(to);
      }
    }
    return [...reached].some((at) => along(at) === size - 1);
  });
}

function hear(line) {
  const [, word, row, column] = /^(\w+)(?: ([a-z])?(\d+))?$/.exec(line) ?? [];
  const [r, c] = row ? [row.charCodeAt(0) - 97, column - 1] : [-1, -1];
  const at = r >= 0 && r < size && c >= 0 && c < size ? r * size + c : undefined;
  switch (word) {
    case 'init_board': size = Number(column); board = Array(size * size).fill(null); heard = []; return;
    case 'seto': if (at !== undefined) { board[at] ??= other(); heard.push(word); } return;
    case 'sety': if (at !== undefined) { board[at] ??= me; heard.push(word); } return;
    case 'unset': if (at !== undefined) { board[at] = null; heard.push(word); } return;
    case 'swap': me = other(); heard.push(word); return;
    case 'quit': answers.then(() => process.exit(0)); return;
    case 'check_win': { const won = winner(); say(won ? (won === me ? '1' : '-1') : '0'); return; }
    case 'show_board': say(board.map((stone, i) => (stone ? stone[0].toUpperCase() : '.') + ((i + 1) % size ? '' : '|')).join('')); return;
    case 'make_move': {
      const inner = (i) => i > 0 && i < size - 1;
      const stone = board.findIndex(Boolean);
      const second = heard.length === 1 && heard[0] === 'seto' && me === 'white';
      heard.push(word);
      if (second && inner(stone % size) && inner(Math.floor(stone / size))) { me = other(); say('swap'); return; }
      const free = [...board.keys()].filter((i) => !board[i]);
      const to = free[Math.floor(Math.random() * free.length)];
      board[to] = me;
      say(String.fromCharCode(97 + Math.floor(to / size)) + (to % size + 1));
    }
  }
}

process.stdin.setEncoding('utf8');
process.stdin.on('data', (piece) => {
  const lines = (rest + piece).split(/\r?\n/);
  rest = lines.pop();
  lines.filter(Boolean).forEach(hear);
});
process.stdin.on('end', () => answers.then(() => process.exit(0)));
