import type { Page } from 'playwright-core';

/** For each page of a context, before its scripts: records what moves and how far, and what changes in a transition. */
export const rememberShifts = `{
  window.shifted = [];
  window.inTransition = [];
  document.addEventListener('transitionrun', ({ target, propertyName }) => {
    window.inTransition.push(propertyName + ' of ' + target.outerHTML.slice(0, 80));
  }, true);
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.shifted.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join()]);
  }).observe({ type: 'layout-shift', buffered: true });
}`;

/** How far each part was moved, in units of Cumulative Layout Shift. */
export const shiftsOf = (page: Page): Promise<readonly (readonly [number, string])[]> =>
  page.evaluate('window.shifted');

/** What changed in a transition; nothing may for a user who prefers reduced motion. */
export const transitionsOf = (page: Page): Promise<readonly string[]> => page.evaluate('window.inTransition');

/** Forgets what moved so far. */
export const forgetShifts = (page: Page): Promise<unknown> => page.evaluate('window.shifted = []');

/** Their sum. */
export const movedBy = (shifts: Awaited<ReturnType<typeof shiftsOf>>): number =>
  shifts.reduce((sum, [value]) => sum + value, 0);
