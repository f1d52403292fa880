import { stackOfTests, type TestCompany } from '@ridgeline/testkit';
import type { BrowserContext, Page } from 'playwright-core';

/** A page of the company's person at an address, signed in by the session that its calls have already. */
export async function signedInPage(
  context: BrowserContext,
  { session }: Pick<TestCompany, 'session'>,
  path: string,
): Promise<Page> {
  const { gateway } = stackOfTests();
  const cookies = session.cookie().split('; ');
  await context.addCookies(
    cookies.map((cookie) => {
      const [name = '', ...value] = cookie.split('=');
      return { name, value: value.join('='), url: gateway };
    }),
  );
  const page = await context.newPage();
  await page.goto(`${gateway}${path}`);
  return page;
}
