import { describe, expect, test } from '@jest/globals';
import type { Migration } from '@ridgeline/contracts';
import { stackOfTests } from '@ridgeline/testkit';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { complaintsOf, inspect, looks, tooSmall } from '../../support/pages.ts';
import { answerDuplicatesOf } from '../../support/shown-duplicates.ts';
import { answerRun, countsOf, endedRunOfFile, madeUpRecords } from '../../support/shown-following.ts';
import { blankPageOf } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

const ended = endedRunOfFile();

const address = (id: number) => `${stack.gateway}/migrations/${String(id)}`;

/** A dry run of records that can all be copied or are skipped, and the run of its plan. */
function aPlan() {
  const { migration, account } = ended();
  const records = madeUpRecords(150).filter(({ outcome }) => outcome !== 'failed');
  const dryRun: Migration = {
    ...migration,
    ...countsOf(account, records),
    id: migration.id + 100_000,
    dryRun: true,
  };
  const ran: Migration = {
    ...dryRun,
    id: dryRun.id + 1,
    dryRun: false,
    follows: { migrationId: dryRun.id, as: 'plan' },
  };
  return { records, dryRun, ran };
}

describe.each(looks)('A dry run on a $name', (look) => {
  test('When its options are chosen, then seeing what would happen comes first, and starts a dry run', async () => {
    await using context = await newContext(look);
    const page = await blankPageOf(context, ended().company);
    const complaints = complaintsOf(page);
    const { dryRun, records } = aPlan();
    await answerRun(page, { migration: dryRun, records });
    const bodies: unknown[] = [];
    await page.route('**/api/migrations/dry-runs', (route) => {
      bodies.push(route.request().postDataJSON());
      return route.fulfill({ status: 201, json: dryRun });
    });
    await page.goto(`${stack.gateway}/migrations?dialog=create&connection=${String(dryRun.connectionId)}`);
    const dialog = page.getByRole('dialog', { name: 'Configure Migration' });
    await dialog.getByText('Contacts', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Create Migration' }).waitFor();
    await inspect(page);
    expect(await tooSmall(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'See what would happen' }).press('Enter');
    await page.getByRole('heading', { name: `Dry run #${String(dryRun.id)}` }).waitFor();
    await page.locator('.toast').getByText('Dry run created').waitFor();
    expect(bodies).toEqual([expect.objectContaining({ migrationType: 'contacts' })]);
    expect(await page.title()).toBe(`Dry run #${String(dryRun.id)} - Ridgeline`);
    expect(complaints).toEqual([]);
  }, 90_000);

  test('When it has ended, then its records stand with their values before and after, and exactly they can be run', async () => {
    await using context = await newContext(look);
    const page = await blankPageOf(context, ended().company);
    const complaints = complaintsOf(page);
    const { dryRun, records, ran } = aPlan();
    const sent = await answerRun(page, { migration: dryRun, records }, () => ran);
    await answerRun(page, { migration: ran, records });
    await page.goto(address(dryRun.id));
    await page.getByRole('heading', { name: /^Plan ready/ }).waitFor();
    const panel = page.getByRole('region', { name: 'Records' });
    const rows = panel.getByRole('list', { name: 'Records', exact: true }).getByRole('listitem');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(50);
    await page.getByText(/\b(copied|created|updated)\b from AccuLynx/).waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: '2 values: Record 2', exact: true }).press('Enter');
    await panel.getByText('(402) 555-0199').waitFor();
    expect(
      await rows
        .nth(1)
        .getByRole('link', { name: /^HubSpot: Record 2/ })
        .getAttribute('href'),
    ).toContain('/record/0-1/501');
    await inspect(page);
    expect(await tooSmall(page)).toEqual([]);

    await panel.getByRole('button', { name: 'Show more' }).press('Enter');
    await panel.getByRole('list', { name: 'More records' }).waitFor();
    await page
      .getByRole('list', { name: 'Outcomes' })
      .getByRole('link', { name: /^Would be created/ })
      .click();
    await panel.getByText('Record 6', { exact: true }).waitFor();
    await panel.getByText('Record 2', { exact: true }).waitFor({ state: 'detached' });
    expect(await panel.getByRole('link', { name: 'Export records as CSV' }).getAttribute('href')).toBe(
      `/api/migrations/${String(dryRun.id)}/records.csv?outcome=created`,
    );
    await panel.getByRole('textbox', { name: 'Search the records' }).fill('unfindable');
    await panel.getByText('No records match these filters.').waitFor();
    await inspect(page);
    await panel.getByRole('button', { name: 'Clear filters' }).press('Enter');
    await panel.getByText('Record 2', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Run exactly this plan' }).click();
    const question = page.getByRole('dialog', { name: 'Run exactly this plan?' });
    await question.getByText('30 contacts would be created').waitFor();
    await inspect(page);
    await question.getByRole('button', { name: 'Run this plan' }).click();
    await page.getByRole('heading', { name: `Migration #${String(ran.id)}`, exact: true }).waitFor();
    await page.getByRole('link', { name: `Run of the plan of #${String(dryRun.id)}` }).waitFor();
    expect(sent['plan-runs']).toHaveLength(1);
    expect(complaints).toEqual([]);
  }, 90_000);

  test('When it found possible duplicates, then each is answered beside its values, taken back, and answered with all of its number', async () => {
    await using context = await newContext(look);
    const page = await blankPageOf(context, ended().company);
    const complaints = complaintsOf(page);
    const { dryRun, records } = aPlan();
    await answerRun(page, { migration: dryRun, records });
    const sent = await answerDuplicatesOf(page, dryRun.id);
    await page.goto(address(dryRun.id));
    const panel = page.getByRole('region', { name: 'Possible duplicates' });
    await panel.getByText('2 to answer, 0 answered').waitFor();
    const ann = panel.getByRole('list', { name: 'Look like Ann Lee' });
    expect(await ann.locator('.candidate').count()).toBe(2);
    expect(await ann.locator('.candidate').first().getByText('same value').count()).toBe(4);
    await inspect(page);
    expect(await tooSmall(page)).toEqual([]);

    await panel.getByRole('button', { name: 'The same: Ann Lee, HubSpot 501' }).press('Enter');
    await panel.getByText(/^The same as a HubSpot contact: office@summit.test, /).waitFor();
    await panel.getByText('1 to answer, 1 answered').waitFor();
    await panel.getByRole('button', { name: 'See what would happen again' }).waitFor();
    expect(await page.evaluate(`document.activeElement.className`)).toBe('duplicate');
    await inspect(page);
    await panel.getByRole('button', { name: 'Take back: Ann Lee' }).press('Enter');
    await panel.getByText('2 to answer, 0 answered').waitFor();

    const all = panel.getByRole('group', { name: 'Apply to all with the phone number of Bob Lee' });
    await all.getByRole('button', { name: 'Different' }).press('Enter');
    await panel.getByText('0 to answer, 2 answered').waitFor();
    expect(sent).toEqual([
      ['PUT', { decision: 'same', hubspotId: '501' }],
      ['DELETE', null],
      ['POST', { phone: '4025550100', decision: 'different' }],
    ]);
    expect(complaints).toEqual([]);
  }, 60_000);

  test('When records had changed before its plan was run, then these are planned again by one button', async () => {
    await using context = await newContext(look);
    const page = await blankPageOf(context, ended().company);
    const { dryRun, ran } = aPlan();
    const reconciliation = { ...ended().account, skipped: 3, skippedByReason: { differs_from_plan: 3 } };
    const again: Migration = { ...dryRun, id: ran.id + 1, follows: { migrationId: ran.id, as: 'retry' } };
    await answerRun(page, { migration: again });
    const sent = await answerRun(page, { migration: { ...ran, skipCount: 3, reconciliation } }, () => again);
    await page.goto(address(ran.id));
    await page.getByRole('button', { name: /^Plan these again/ }).press('Enter');
    await page.getByRole('heading', { name: `Dry run #${String(again.id)}` }).waitFor();
    await page.getByRole('link', { name: `Retry of #${String(ran.id)}` }).waitFor();
    expect(sent.retries).toEqual([{ dryRun: true, outcome: 'skipped', reason: 'differs_from_plan' }]);
  }, 60_000);

  test('When the history has a dry run, then it is marked there, and it is no result on the dashboard', async () => {
    await using context = await newContext(look);
    const page = await blankPageOf(context, ended().company);
    const { dryRun } = aPlan();
    const { migration } = ended();
    await page.route('**/api/migrations?*', (route) =>
      route.fulfill({ json: { migrations: [dryRun, migration], total: 2, page: 1, pageSize: 25 } }),
    );
    await page.route('**/api/migrations/current', (route) => route.fulfill({ json: [dryRun, migration] }));
    await page.goto(`${stack.gateway}/migrations`);
    await page.getByText('Dry run', { exact: true }).waitFor();
    await inspect(page);
    await page.goto(stack.gateway);
    const results = page.getByRole('region', { name: 'Last result of each connection' });
    const link = results.getByRole('link', { name: /contacts in HubSpot/ });
    expect(await link.getAttribute('href')).toBe(`/migrations/${String(migration.id)}`);
  }, 60_000);
});
