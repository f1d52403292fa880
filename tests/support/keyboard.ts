import { expect } from '@jest/globals';
import { eventually } from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { drawn } from './pages.ts';

/** The focused element's text, or a pattern: `button "Add Connection"`. */
type Stop = string | RegExp;

/** A user without a mouse: after each key, the focus must be on something named and visible. */
export interface Keyboard {
  /** Types into the focused element. */
  readonly type: (text: string) => Promise<void>;
  /** Presses keys one after another; the focus must then be on the stop. */
  readonly press: (keys: string, stop: Stop) => Promise<void>;
  /** Presses Tab, or another key, until the focus is on the stop. */
  readonly goTo: (stop: Stop, key?: string) => Promise<void>;
}

/** A dialog that is still opening: no user presses the next key that fast. */
const opening = '[role="dialog"]:is([class*="-appear"], [class*="-enter"])';

/** More stops than any page has. */
const most = 150;

/** Uses a page by its keyboard only. */
export function keyboardOf(page: Page): Keyboard {
  const pressAndLook = async (key: string) => {
    await page.keyboard.press(key);
    await drawn(page);
  };
  const isAt = (found: string, stop: Stop) => (typeof stop === 'string' ? found === stop : stop.test(found));
  return {
    type: (text) => page.keyboard.type(text),
    press: async (keys, stop) => {
      for (const key of keys.split(' ')) await pressAndLook(key);
      await eventually(
        async () => {
          const found = await focused(page);
          if (!isAt(found, stop)) throw new Error(`The focus is on ${found}`);
          expect(await unseen(page)).toBeNull();
          expect(await page.locator(opening).count()).toBe(0);
        },
        { what: `${keys} to lead to ${String(stop)}` },
      );
    },
    goTo: async (stop, key = 'Tab') => {
      const stops: string[] = [];
      while (stops.length < most) {
        await pressAndLook(key);
        const found = await focused(page);
        stops.push(found);
        expect(await unseen(page)).toBeNull();
        if (isAt(found, stop)) return;
        if (found === 'nothing') break;
      }
      throw new Error(`${key} does not lead to ${String(stop)}, but to ${stops.join(', ')}`);
    },
  };
}

/**
 * Role and name of the focused element, as a screen reader reports them; `nothing` if the focus fell back to the page's
 * body. The button of a date field belongs to the browser and has no name.
 */
async function focused(page: Page): Promise<string> {
  const place = page.locator('*:focus');
  if ((await place.count()) === 0)
    return (await page.evaluate('document.activeElement === document.body')) ? 'nothing' : 'part of a field';
  const [line = ''] = (await place.ariaSnapshot({ timeout: 10_000 })).split('\n');
  // As YAML: `- 'link "Migration #2"':` followed by its content, or `- textbox "Name": Denver`.
  return /^- '?([a-z]+(?: "(?:[^"\\]|\\.)*")?)/.exec(line)?.[1] ?? line;
}

/** The focused element if it is outside the visible area or covered; null if it is visible. */
function unseen(page: Page): Promise<string | null> {
  return page.evaluate(`(() => {
    const control = document.activeElement;
    if (control === null || control === document.body || control.tabIndex < 0) return null;
    // The label draws a choice between icons.
    const place = control.matches('.visually-hidden') ? control.closest('label') : control;
    place.scrollIntoView({ block: 'nearest' });
    const { x, y, width, height } = place.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top && (place.contains(top) || top.contains(place)) ? null : place.outerHTML.slice(0, 200);
  })()`);
}
