import { stackOfTests, type TestPerson } from '@ridgeline/testkit';
import type { BrowserContext, Page } from 'playwright-core';

/**
 * A page that shows nothing yet, of a user who is signed in by the session that their calls have already. How people sign in
 * themselves has tests of its own.
 */
export async function blankPageOf(
  context: BrowserContext,
  { session }: Pick<TestPerson, 'session'>,
): Promise<Page> {
  const { gateway } = stackOfTests();
  const cookies = session.cookie().split('; ');
  await context.addCookies(
    cookies.map((cookie) => {
      const [name = '', ...value] = cookie.split('=');
      return { name, value: value.join('='), url: gateway };
    }),
  );
  return context.newPage();
}

/** The same at an address. */
export async function signedInPage(
  context: BrowserContext,
  person: Pick<TestPerson, 'session'>,
  path: string,
): Promise<Page> {
  const page = await blankPageOf(context, person);
  await page.goto(`${stackOfTests().gateway}${path}`);
  return page;
}

/**
 * Chromium begins to intercept with the first route of a page. Set on a page that is there already, it can miss the next request
 * while the processors are busy. Before the page opens, this makes sure that later routes miss none.
 */
export const interceptFromTheStart = (context: BrowserContext): Promise<unknown> =>
  context.route('**/intercepted-from-the-start', (route) => route.abort());
