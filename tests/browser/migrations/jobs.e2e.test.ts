import { describe, expect, test } from '@jest/globals';
import { getMigration, allMigrations, type Tally } from '@ridgeline/contracts';
import { migratedJobs, newTestCompany, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import type { Locator, Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { untilEnded } from '../../support/migrations.ts';
import { complaintsOf, inspect, looks, untilTrue } from '../../support/pages.ts';
import { showMigration } from '../../support/shown-migration.ts';
import { blankPageOf, signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Configure Migration' });

/** Opens the options of a migration of the only connection, which is selected automatically. */
async function configure(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create New Migration' }).click();
  await dialogOf(page).waitFor();
}

/** The same for all of several connections. */
async function configureAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create New Migration' }).click();
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Configure Migration' }).click();
  await dialogOf(page).waitFor();
}

/** What the API reports about a kind that was copied with the jobs. */
async function tallyOf(company: TestCompany, id: number, kind: string): Promise<Tally> {
  const { reconciliation } = await company.session.call(getMigration, { params: { id: String(id) } });
  const tally = reconciliation?.alongside[kind];
  if (!tally) throw new Error(`The account does not name ${kind}`);
  return tally;
}

const count = (value: number) => value.toLocaleString('en-US');

describe.each(looks)('Jobs on a $name', (look) => {
  test('When jobs of two connections are migrated, then the form has what jobs need, and the account tells what came along', async () => {
    const company = await newTestCompany(stack, { contacts: 20, jobs: 30 });
    await company.connect('Denver');
    await company.connect('Boulder');
    await using context = await newContext(look);
    const page = await signedInPage(context, company, '/migrations');
    const complaints = complaintsOf(page);
    await configureAll(page);
    const dialog = dialogOf(page);
    const batchSize = dialog.getByLabel('Batch size');
    await dialog.getByText('2 connections, one migration each').waitFor();
    await dialog.getByRole('button', { name: 'Create 2 migrations' }).click();
    await dialog.getByText('Please select a migration type').waitFor();
    await page.locator('input[type="radio"]:focus').waitFor();
    await inspect(page);

    await dialog.getByRole('radio', { name: 'Contacts' }).check();
    expect(await batchSize.inputValue()).toBe('50');
    expect(await dialog.getByRole('radio', { name: 'Leave blank' }).count()).toBe(0);
    await dialog.getByRole('radio', { name: 'Jobs' }).check();
    expect(await batchSize.inputValue()).toBe('25');
    expect(await dialog.getByRole('radio', { name: 'Leave blank (recommended)' }).isChecked()).toBe(true);
    expect(await dialog.getByRole('checkbox', { name: /without an email/ }).isChecked()).toBe(true);
    await dialog.getByText('Jobs are copied with their contacts.').waitFor();
    await inspect(page);
    await dialog.getByRole('button', { name: 'Create 2 migrations' }).click();
    await page.getByText('Successfully created 2 migration(s)', { exact: true }).waitFor();
    await dialog.waitFor({ state: 'hidden' });

    const created = await company.session.call(allMigrations);
    expect(created.map(({ migrationType, batchSize: size }) => [migrationType, size])).toEqual([
      ['jobs', 25],
      ['jobs', 25],
    ]);
    const first = Math.min(...created.map(({ id }) => id));
    await untilEnded(company, first);
    await page.goto(`${stack.gateway}/migrations/${first}`);
    const jobs = migratedJobs(await company.control.sourceJobs(company.user.companyId));
    await page.getByText(`All ${jobs.length} jobs read from AccuLynx are accounted for.`).waitFor();
    await page.getByRole('button', { name: 'Show progress' }).click();
    await page.getByText('deals up to date').waitFor();
    const contacts = await tallyOf(company, first, 'contact');
    const pairs = await tallyOf(company, first, 'job_contact');
    expect(contacts.created).toBeGreaterThan(0);
    expect(pairs.created).toBeGreaterThan(0);
    const account = page.getByRole('region', { name: 'Reconciliation' });
    const along = (kind: string, lines: readonly (readonly [number, string])[]) =>
      account
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: kind, exact: true }) })
        .filter({ hasText: lines.map(([value, text]) => `${count(value)}${text}`).join('') })
        .waitFor();
    await along('Contacts', [[contacts.created, 'created']]);
    await along('Associations', [
      [pairs.created, 'made'],
      [pairs.unchanged, 'present'],
      [pairs.failed, 'failed'],
      [pairs.skipped, 'without a contact'],
    ]);
    const details = page.getByRole('region', { name: 'Migration Details' });
    await details.locator('dt:text-is("Property strategy") + dd:text-is("Leave blank")').waitFor();
    expect(await details.getByText('Include no-email contacts').count()).toBe(0);
    await inspect(page);
    expect(complaints).toEqual([]);
  }, 180_000);

  test('When jobs are all handled, or something unknown came along, then the page finds words for it', async () => {
    const company = await newTestCompany(stack, { contacts: 1 });
    const { id } = await company.startMigration(await company.connect());
    await untilEnded(company, id);
    await using context = await newContext(look);
    const page = await blankPageOf(context, company);
    const address = `${stack.gateway}/migrations/${id}`;
    const all = { migrationType: 'jobs', targetCount: 2000, processedCount: 2000 } as const;
    await showMigration(page, address, {
      ...all,
      status: 'running',
      phase: 'finishing',
      completedAt: null,
      reconciliation: null,
    });
    await page.getByText('Checking the last records: attaching the contacts to their deals').waitFor();
    await inspect(page);

    await page.unroute(`**/api/migrations/${id}`);
    const { reconciliation } = await company.session.call(getMigration, { params: { id: String(id) } });
    if (!reconciliation) throw new Error('The migration has no account');
    const tally = {
      created: 0,
      updated: 0,
      unchanged: 0,
      removed: 0,
      skipped: 0,
      skippedByReason: {},
      warnedByReason: {},
    };
    await showMigration(page, address, {
      ...all,
      status: 'completed',
      reconciliation: {
        ...reconciliation,
        warnedByReason: { option_missing: 48, some_new_warning: 2 },
        alongside: { job_photo: { ...tally, failed: 3, failedByReason: { too_large: 3 } } },
      },
    });
    const told = page.getByRole('region', { name: 'Reconciliation' });
    await told.getByText('HubSpot does not have an option for one of the values').waitFor();
    await told.getByText('Some new warning').waitFor();
    await page.getByText(/^The 1 job read from AccuLynx is accounted for\. Failed: 3 job photo\.$/).waitFor();
    await page.getByRole('heading', { name: 'Job photo', exact: true }).waitFor();
    await page.getByText('Too large: 3').waitFor();
    await inspect(page);
  }, 90_000);
});

test('When a batch size was typed, then it stays whatever type is chosen, and it must be a number from 1 to 100', async () => {
  const company = await newTestCompany(stack, { contacts: 1 });
  await company.connect();
  await using context = await newContext();
  const page = await signedInPage(context, company, '/migrations');
  await configure(page);
  const dialog = dialogOf(page);
  const batchSize = dialog.getByLabel('Batch size');
  await dialog.getByRole('radio', { name: 'Contacts' }).check();
  await batchSize.fill('40');
  await dialog.getByRole('radio', { name: 'Jobs' }).check();
  expect(await batchSize.inputValue()).toBe('40');
  await batchSize.fill('');
  await dialog.getByRole('button', { name: 'Create Migration' }).click();
  await dialog.getByText('Batch size must be a whole number from 1 to 100').waitFor();
  await dialog.getByRole('radio', { name: 'Add the option in HubSpot' }).check();
  await dialog.getByRole('radio', { name: 'Contacts' }).check();
  await dialog.getByRole('radio', { name: 'Jobs' }).check();
  expect(await dialog.getByRole('radio', { name: 'Add the option in HubSpot' }).isChecked()).toBe(true);
}, 60_000);

/** What a screen reader adds to an element's name: the texts that describe it. */
async function description(element: Locator): Promise<string> {
  const ids = (await element.getAttribute('aria-describedby')) ?? '';
  const texts = ids.split(' ').map((id) => element.page().locator(`[id="${id}"]`).textContent());
  return (await Promise.all(texts)).join(' ');
}

test('When the type is chosen by keyboard, then the focus is visible, and every choice says what it means', async () => {
  const company = await newTestCompany(stack, { contacts: 1 });
  await company.connect();
  await using context = await newContext();
  const page = await signedInPage(context, company, '/migrations');
  await configure(page);
  const dialog = dialogOf(page);
  const chosen = page.locator('input[type="radio"]:focus');
  await chosen.waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText('Please select a migration type').waitFor();
  expect(await description(chosen)).toBe(
    'Each contact in AccuLynx becomes a contact in HubSpot. Please select a migration type',
  );
  // The ring grows out of the previous outline; only the final state counts.
  await untilTrue(
    page,
    `(() => {
    const sample = document.body.appendChild(document.createElement('i'));
    sample.style.color = 'var(--ant-color-primary)';
    const accent = getComputedStyle(sample).color;
    sample.remove();
    return getComputedStyle(document.activeElement.closest('.ant-radio')).outline === accent + ' solid 2px';
  })()`,
  );

  await page.keyboard.press('ArrowDown');
  expect(await dialog.getByRole('radio', { name: 'Jobs' }).isChecked()).toBe(true);
  expect(await description(dialog.getByRole('group', { name: 'Property strategy' }))).toBe(
    "When a value, such as a work type, is not in HubSpot's list for that field",
  );
}, 60_000);
