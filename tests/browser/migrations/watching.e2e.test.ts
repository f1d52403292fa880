import { expect, test } from '@jest/globals';
import { migrationEvents } from '@ridgeline/contracts';
import { eventually, newTestCompany, stackOfTests } from '@ridgeline/testkit';
import type { BrowserContext, Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

/** Checks in every frame that the outcomes add up to the processed records, and the copied ones to HubSpot's records. */
const watchTheSums = `(() => {
  globalThis.wrong = [];
  const number = (element) => Number((element?.textContent ?? '').split(' of ')[0].replaceAll(',', ''));
  const look = () => {
    const parts = [...document.querySelectorAll('[aria-label="Outcomes"] strong')].map(number);
    const facts = [...document.querySelectorAll('dt')];
    const processed = number(facts.find((dt) => dt.textContent === 'Processed')?.nextElementSibling);
    const copied = number(document.querySelectorAll('.flow-side-count')[1]);
    const sum = (list) => list.reduce((a, b) => a + b, 0);
    if (parts.length === 5 && (sum(parts) !== processed || sum(parts.slice(0, 3)) !== copied))
      globalThis.wrong.push({ parts, processed, copied });
    requestAnimationFrame(look);
  };
  look();
})()`;

const fact = (page: Page, label: string) => page.locator(`dt:text-is("${label}") + dd`);

const live = (page: Page) => page.getByRole('status').getByText('Live', { exact: true }).waitFor();

/** Waits until a page is live and its count rises. */
async function moves(page: Page): Promise<void> {
  await live(page);
  const former = await fact(page, 'Processed').textContent();
  await eventually(
    async () => {
      if ((await fact(page, 'Processed').textContent()) === former) throw new Error(`Still ${former}`);
    },
    { within: 10_000, what: 'the count to move' },
  );
}

/** The streams that the tabs of a browser open from now on. */
function streamsOf(context: BrowserContext): string[] {
  const opened: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === migrationEvents.path) opened.push(pathname);
  });
  return opened;
}

test('When a user watches a migration, then its numbers agree, a wait is shown as one, and the log keeps up', async () => {
  const company = await newTestCompany(stack, { contacts: 800 });
  const connection = await company.connect();
  await using context = await newContext();
  const { id } = await company.startMigration(connection, { batchSize: 5, concurrency: 1, delayMs: 400 });
  const first = await signedInPage(context, company, `/migrations/${id}`);
  await moves(first);

  // A second tab shares the first one's stream, both report a lost network, and the second continues when the first is
  // closed.
  const streams = streamsOf(context);
  const page = await context.newPage();
  await page.goto(`${stack.gateway}/migrations/${id}`);
  await Promise.all([first, page].map(moves));
  expect(streams).toHaveLength(0);
  await context.setOffline(true);
  for (const tab of [first, page])
    await tab
      .getByRole('status')
      .getByText(/^Offline/)
      .waitFor();
  await context.setOffline(false);
  await Promise.all([first, page].map(moves));
  expect(streams).toHaveLength(1);
  await first.close();
  await moves(page);
  expect(streams).toHaveLength(2);

  await page.getByText('Copying contacts to HubSpot').waitFor();
  await page.evaluate(watchTheSums);

  const limits = page.getByRole('region', { name: 'Throughput' }).getByText(/^AccuLynx \d+ of 10 calls/);
  await limits.click();
  await page.getByRole('meter', { name: /^HubSpot access token: / }).waitFor();
  await limits.click();

  const { companyId } = company.user;
  const limit = { vendor: 'hubspot', companyId, path: '/crm/**', effect: { kind: 'rate-limit' } } as const;
  await company.control.addFault({ ...limit, forMs: 6000 });
  await page.getByText("Waiting for HubSpot's limit", { exact: true }).first().waitFor();
  expect(await fact(page, 'Records per second').textContent()).toBe('Waiting');
  expect(await fact(page, 'Time left, about').textContent()).toBe('Waiting');
  await page.getByText('Copying contacts to HubSpot').waitFor();

  await page.getByRole('link', { name: /^Created/ }).click();
  await page.getByText('not logged one by one').waitFor();
  expect(new URL(page.url()).searchParams.get('outcome')).toBe('created');
  const lines = page.getByRole('table', { name: 'Log entries' }).getByRole('row');
  await eventually(
    async () => {
      const processed = Number((await fact(page, 'Processed').textContent())?.split(' of ')[0]);
      const status = await page.getByText(/^1–\d+ of \d+$/).textContent();
      const batches = Number(status?.split(' of ')[1]);
      // A batch holds five records: the log may be two batches behind.
      if (batches * 5 < processed - 10) throw new Error(`${batches} batches for ${processed} contacts`);
    },
    { within: 10_000, what: 'the log to keep up' },
  );
  expect(await lines.nth(1).textContent()).toMatch(/Batch \d+: .*created/);
  await page.getByRole('link', { name: /^Created/ }).click();
  await page.waitForURL((url) => !url.searchParams.has('outcome'));

  await page.getByRole('button', { name: `Cancel migration #${id}` }).click();
  await page.getByRole('button', { name: 'Cancel migration', exact: true }).click();
  const toast = page.locator('.toast');
  await toast.getByText('Migration Cancelled').waitFor();
  await page.getByText('Cancelled. What was written stays in HubSpot.').waitFor();
  // The page shows the outcome: the toast does not repeat it.
  expect(await toast.textContent()).toBe('Migration Cancelled');
  // The toast closes with its page, long before its time is over, unless it has only just appeared.
  await eventually(
    async () => {
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await page.getByRole('link', { name: 'Migrations', exact: true }).click();
      if (await toast.isVisible()) throw new Error('The toast is still there');
    },
    { within: 2500, what: 'the toast to go with its page' },
  );
  expect(await page.evaluate('globalThis.wrong')).toEqual([]);
}, 90_000);
