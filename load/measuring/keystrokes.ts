import type { openBrowser } from '@ridgeline/testkit/browser';

export type Browser = Awaited<ReturnType<typeof openBrowser>>;
export type Page = Awaited<ReturnType<Browser['newPage']>>;

/** The search field and the text, which is typed letter by letter and deleted the same way. */
export interface Typing {
  readonly placeholder: string;
  readonly text: string;
}

/**
 * Types into a search and returns the time of each keystroke in ms: from the key to the frame that shows the last change
 * that it caused. It is measured inside the page, so that the connection to the browser does not count.
 */
export async function keystrokeTimes(page: Page, typing: Typing): Promise<number[]> {
  await page.getByPlaceholder(typing.placeholder).waitFor();
  return page.evaluate(measuring(typing));
}

/** The measuring script. A key is pressed when the page has been quiet for some frames after the one before it. */
const measuring = ({ placeholder, text }: Typing): string => `(async () => {
  const input = document.querySelector('input[placeholder="${placeholder}"]');
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  // A task that is queued in the callback of a frame runs when the frame has been drawn.
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  let changes = 0;
  new MutationObserver(() => { changes += 1; }).observe(document.body, {
    subtree: true, childList: true, characterData: true, attributes: true,
  });
  const press = async (value) => {
    const start = performance.now();
    let [seen, last, quiet] = [-1, start, 0];
    write.call(input, value);
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    while (quiet < 3) {
      await drawn();
      quiet = seen === changes ? quiet + 1 : 0;
      if (quiet === 0) last = performance.now();
      seen = changes;
    }
    return last - start;
  };
  const times = [];
  input.focus();
  for (let end = 1; end <= ${text.length}; end += 1) times.push(await press('${text}'.slice(0, end)));
  for (let end = ${text.length} - 1; end >= 0; end -= 1) times.push(await press('${text}'.slice(0, end)));
  return times;
})()`;
