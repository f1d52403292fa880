import { describe, expect, test } from '@jest/globals';
import type { Migration } from '@ridgeline/contracts';
import { eventually, newTestCompany, stackOfTests } from '@ridgeline/testkit';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { forgetShifts, movedBy, rememberShifts, shiftsOf } from '../../support/layout-shifts.ts';
import { looks } from '../../support/pages.ts';
import { answerDuplicatesOf } from '../../support/shown-duplicates.ts';
import { answerRun, countsOf, endedRunOfFile, madeUpRecords } from '../../support/shown-following.ts';
import { blankPageOf, signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();
const ended = endedRunOfFile();

/** In units of Cumulative Layout Shift. */
const mostMoved = 0.05;

describe.each(looks)('On a $name', (look) => {
  test('When the possible duplicates of a dry run are known last, then nothing moves as they appear', async () => {
    await using context = await newContext(look);
    await context.addInitScript(rememberShifts);
    const { company, migration, account } = ended();
    const page = await blankPageOf(context, company);
    const records = madeUpRecords(20).filter(({ outcome }) => outcome !== 'failed');
    const dryRun: Migration = {
      ...migration,
      ...countsOf(account, records),
      id: migration.id + 100_000,
      dryRun: true,
    };
    await answerRun(page, { migration: dryRun, records });
    await answerDuplicatesOf(page, dryRun.id);
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(`**/api/migrations/${String(dryRun.id)}/duplicates`, async (route) => {
      await held;
      await route.fallback();
    });
    const recordsAnswered = page.waitForResponse(/\/records(\?|$)/);
    await page.goto(`${stack.gateway}/migrations/${String(dryRun.id)}`);
    await page.getByRole('heading', { name: /^Plan ready/ }).waitFor();
    await recordsAnswered;
    answer();
    await page.getByText('2 to answer, 0 answered').waitFor();
    await page.getByRole('list', { name: 'Records', exact: true }).waitFor();
    await page.getByRole('region', { name: 'Possible duplicates' }).getByRole('list').first().waitFor();
    const shifts = await shiftsOf(page);
    expect(movedBy(shifts) < mostMoved ? [] : shifts).toEqual([]);
  }, 60_000);

  test('When a run ends while it is watched, then its result takes the place of its state, and nothing below moves', async () => {
    const company = await newTestCompany(stack, { contacts: 40 });
    await using context = await newContext(look);
    await context.addInitScript(rememberShifts);
    const { id } = await company.startMigration(await company.connect(), {
      ...{ batchSize: 5, concurrency: 1, delayMs: 1_000 },
    });
    const page = await signedInPage(context, company, `/migrations/${String(id)}`);
    await page.getByText('Copying contacts to HubSpot').waitFor({ timeout: 20_000 });
    // The chart, the limits and the log are loaded: from here on, only the run itself changes the page.
    await page
      .getByText(/^AccuLynx \d+ of/)
      .first()
      .waitFor();
    await page.locator('canvas').waitFor();
    await eventually(async () => expect(await page.locator('.skeleton-line:visible').count()).toBe(0), {
      what: 'all panels to be there',
    });
    await forgetShifts(page);
    await page.getByRole('heading', { name: /^Completed/ }).waitFor({ timeout: 30_000 });
    await page.getByRole('region', { name: 'Checked in HubSpot' }).waitFor();
    await page.getByText('Done', { exact: true }).waitFor();
    const shifts = await shiftsOf(page);
    expect(movedBy(shifts) < mostMoved ? [] : shifts).toEqual([]);
  }, 90_000);
});
