import { stackOfTests, type TestPerson } from '@ridgeline/testkit';
import type { BrowserContext, Page } from 'playwright-core';

/** An empty page of a user who is signed in with the session of their API calls. Signing in has its own tests. */
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
 * Chromium starts to intercept with a page's first route. If that is set on an open page, it can miss the next request
 * while the processors are busy. Called before the page opens, this ensures that later routes miss none.
 */
export const interceptFromTheStart = (context: BrowserContext): Promise<unknown> =>
  context.route('**/intercepted-from-the-start', (route) => route.abort());
