import { expect, test } from '@jest/globals';
import { stackOfTests } from '@ridgeline/testkit';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { complaintsOf } from '../../support/pages.ts';

const stack = stackOfTests();
const newContext = browserOfTests();
const aside = /<template id="app-parts">.*?<\/template>/s;

test('When a page is served, then its first paint needs no other file, and what the app begins with comes after it', async () => {
  const html = await (await fetch(`${stack.gateway}/auth`)).text();
  expect(html.replace(aside, '')).not.toMatch(/<script[^>]+src|rel="(modulepreload|preload|stylesheet)"/);

  await using context = await newContext();
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(`${stack.gateway}/auth`);
  await page.locator('form button[type="submit"]').waitFor();
  const begun = await page.evaluate<string[]>(
    `[...document.querySelectorAll('head link[data-app]')].map((link) => link.getAttribute('href'))`,
  );
  const named = [...(aside.exec(html)?.[0] ?? '').matchAll(/data-app href="([^"]+)"/g)].map(
    ([, href]) => href,
  );
  expect(begun).toEqual(named);
  expect(named).toContainEqual(expect.stringMatching(/\/app-[\w-]+\.js$/));
  expect(complaints).toEqual([]);
}, 60_000);
