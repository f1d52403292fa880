// Runs before the first paint, so that a chosen appearance does not flash in the system's colours.
// The cookie is written by src/app/appearance.ts.
const [, chosen] = /(?:^|; )ridgeline-appearance=(light|dark)(?:;|$)/.exec(document.cookie) ?? [];
if (chosen) document.documentElement.dataset.appearance = chosen;
