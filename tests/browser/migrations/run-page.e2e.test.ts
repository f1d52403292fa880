import { describe, expect, test } from '@jest/globals';
import type { Migration, MigrationLog } from '@ridgeline/contracts';
import { eventually, stackOfTests } from '@ridgeline/testkit';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { complaintsOf, inspect, looks, tooSmall } from '../../support/pages.ts';
import { answerRun, countsOf, endedRunOfFile, madeUpRecords } from '../../support/shown-following.ts';
import { blankPageOf } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();
const ended = endedRunOfFile();

const records = madeUpRecords(60);

/** A log of 60 entries: batches, except every tenth, which is about a record. */
const logOf = ({ id }: Migration): readonly MigrationLog[] =>
  Array.from({ length: 60 }, (_, index) => {
    const own = { id: 60 - index, migrationId: id, timestamp: '2026-01-02T03:04:05.000Z' };
    return index % 10 === 9
      ? { ...own, level: 'warning', name: 'Ann Lee', message: 'no email', context: { sourceId: 'x-1' } }
      : { ...own, level: 'success', message: `Batch ${String(60 - index)}`, context: { created: 100 } };
  });

/** A run that ended, was interrupted, and has records to review. */
function aRun(): Migration {
  const { migration, account } = ended();
  const at = migration.startedAt ?? migration.createdAt;
  return {
    ...migration,
    ...countsOf(account, records),
    id: migration.id + 300_000,
    interruption: { at, resumedAt: migration.completedAt, times: 1 },
  };
}

describe.each(looks)('An ended migration on a $name', (look) => {
  const isPhone = look.viewport.width < 768;

  test('When it is looked at later, then its result comes first, its progress and batches are folded, and each cause has its actions', async () => {
    await using context = await newContext(look);
    const page = await blankPageOf(context, ended().company);
    const complaints = complaintsOf(page);
    const run = aRun();
    await answerRun(page, { migration: run, records });
    await page.route(`**/api/migrations/${String(run.id)}/logs?*`, (route) =>
      route.fulfill({ json: logOf(run) }),
    );
    await page.goto(`${stack.gateway}/migrations/${String(run.id)}`);
    await page.getByText(/^Interrupted .+, continued automatically\. Nothing was lost/).waitFor();

    const progress = page.getByRole('region', { name: 'Progress and speed' });
    await progress.getByText(/^60 records in .+ records per second$/).waitFor();
    const jumps = page.getByRole('navigation', { name: 'On this page' });
    if (isPhone) {
      await jumps.getByRole('link', { name: 'Needs review' }).waitFor();
      await inspect(page);
      expect(await tooSmall(page)).toEqual([]);
      // It was 8,000 px with the log and the progress open.
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(4_000);
      await jumps.getByRole('link', { name: 'Logs' }).click();
      await page.getByRole('button', { name: 'Hide logs' }).waitFor();
    } else expect(await jumps.count()).toBe(0);

    // An entry's context opens below it. Consecutive batches are one row until the user opens it or searches.
    const log = page.getByRole(isPhone ? 'list' : 'table', { name: 'Log entries' });
    const fold = log.getByRole('button', { name: '9 batches written, 900 records' }).first();
    await fold.waitFor();
    await page.getByText('1–12 of 12 rows, 60 log entries').waitFor();
    await log.getByRole('button', { name: 'More on entry 51' }).press('Enter');
    await log.getByText('sourceId:').waitFor();
    await inspect(page);
    await fold.press('Enter');
    await log.getByText('Batch 52', { exact: true }).waitFor();
    expect(await fold.getAttribute('aria-expanded')).toBe('true');
    await inspect(page);
    await page.getByRole('textbox', { name: 'Search the logs' }).fill('batch 3');
    await log.getByText('Batch 32', { exact: true }).waitFor();
    expect(await fold.count()).toBe(0);

    await progress.getByRole('button', { name: 'Show progress' }).press('Enter');
    await progress.getByRole('list', { name: 'Outcomes' }).waitFor();
    await progress.getByText('Average per second').waitFor();
    await inspect(page);

    const review = page.getByRole('region', { name: 'Needs review' });
    expect(await review.getByRole('link', { name: /^Export the 12: / }).count()).toBe(3);
    await review
      .getByRole('link', { name: 'See the 12: Another AccuLynx contact has the same email' })
      .click();
    await page.getByRole('button', { name: 'Hide records' }).waitFor();
    const shown = page.getByRole('region', { name: 'Records' }).getByRole('list', { name: 'Records' });
    await eventually(async () => expect(await shown.getByRole('listitem').count()).toBe(12), {
      what: 'the records of the cause alone',
    });
    expect(complaints).toEqual([]);
  }, 90_000);
});
