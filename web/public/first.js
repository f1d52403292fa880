// Runs before the first paint, so that a chosen appearance does not flash in the system's colours.
// The cookie is written by src/theme/appearance.ts.
const [, chosen] = /(?:^|; )ridgeline-appearance=(light|dark)(?:;|$)/.exec(document.cookie) ?? [];
if (chosen) document.documentElement.dataset.appearance = chosen;

// The app begins when what stands in index.html is drawn: its script, once it has arrived, would hold the first paint up.
requestAnimationFrame(() => {
  setTimeout(() => {
    const app = document.querySelector('link[data-app]');
    if (app) void import(app.href);
  });
});
