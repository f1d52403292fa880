import { lines, migrationId } from './made-up-log.ts';

/** Returns when a part of the page is drawn and has not changed for three frames: the time of its last change. */
const settled = `async (part, ready) => {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  let changes = 0;
  const within = ({ target }) => (target.closest ? target : target.parentElement)?.closest(part);
  const observer = new MutationObserver((records) => { changes += records.filter(within).length; });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  let [seen, last, quiet] = [-1, performance.now(), 0];
  while (quiet < 3 || !ready()) {
    await drawn();
    quiet = seen === changes ? quiet + 1 : 0;
    if (quiet === 0) last = performance.now();
    seen = changes;
  }
  observer.disconnect();
  return last;
}`;

/** To be run before the page's own scripts: `ourTime()` then gives the ms from the log's answer to the log's own page. */
export const watchOurs = `
  const shown = (${settled})('#logs', () => document.querySelectorAll('[aria-label="Log entries"] tbody tr').length === 25);
  window.ourTime = async () => {
    const end = await shown;
    const [answer] = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/logs?'));
    return end - answer.responseEnd;
  };`;

export const ourTime = 'window.ourTime()';

export const domNodes = `document.querySelectorAll('#logs, #logs *').length`;

/** The ms from the log's answer to the plain table with all its rows, which is then removed. */
export const plainTime = `(async () => {
  const answer = await fetch('/api/migrations/${migrationId}/logs?limit=${lines}');
  const text = await answer.text();
  const start = performance.now();
  const away = window.showPlainTable(JSON.parse(text));
  const end = await (${settled})('body', () => document.querySelectorAll('.ant-table-row').length === ${lines});
  away();
  return end - start;
})()`;
