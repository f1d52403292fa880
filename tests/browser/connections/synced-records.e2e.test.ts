import { describe, expect, test } from '@jest/globals';
import {
  getSync,
  updateConnection,
  type Connection,
  type ConnectionChange,
  type SyncState,
} from '@ridgeline/contracts';
import { eventually, newTestCompany, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { untilEnded } from '../../support/migrations.ts';
import { complaintsOf, inspect, looks, tooSmall } from '../../support/pages.ts';
import { blankPageOf } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

/** Records are counted again within a minute. */
const aMinute = { timeout: 75_000 } as const;

const change = (company: TestCompany, { id }: Connection, body: ConnectionChange) =>
  company.session.callPatiently(updateConnection, { params: { id: String(id) }, body });

const until = (wanted: SyncState, company: TestCompany, { id }: Connection) =>
  eventually(
    async () => {
      const { state } = await company.session.callPatiently(getSync, { params: { id: String(id) } });
      expect(state).toBe(wanted);
    },
    { within: 60_000, what: `auto-sync to be ${wanted}` },
  );

/** A company whose contacts were migrated, and whose auto-sync of contacts is on. */
async function syncedCompany(contacts: number) {
  const company = await newTestCompany(stack, { contacts });
  const connection = await company.connect('Denver', { includeNoEmailContacts: true });
  await untilEnded(company, (await company.startMigration(connection)).id);
  await change(company, connection, { autoSyncNewContacts: true });
  await until('current', company, connection);
  return { company, connection };
}

/**
 * A contact in which nothing changes except what a test changes. Without a mailing address, the billing address would also
 * be copied, which only a contact's details have; and some contacts are companies without a first name.
 */
async function plainContact({ control, user }: TestCompany) {
  const contacts = await control.sourceContacts(user.companyId);
  return contacts.find(({ mailingAddress, firstName }) => mailingAddress !== null && firstName !== null);
}

describe.each(looks)('Auto-sync of real records on a $name', (look) => {
  test('When contacts change and appear in AccuLynx, then the page shows them with their values, and the dashboard counts them', async () => {
    const { company, connection } = await syncedCompany(5);
    const { control, user } = company;
    await using context = await newContext(look);
    const page = await blankPageOf(context, company);
    const complaints = complaintsOf(page);
    await page.goto(stack.gateway);
    const line = page.getByRole('region', { name: 'Auto-sync' });
    await line.getByText('All 5 records up to date').waitFor(aMinute);

    await page.goto(`${stack.gateway}/connections/${String(connection.id)}`);
    const panel = page.getByRole('region', { name: 'Auto-sync', exact: true });
    await panel.getByText('Up to date', { exact: true }).waitFor();
    const contact = await plainContact(company);
    await control.changeSourceContact(user.companyId, contact?.id ?? '', { firstName: 'Maximiliane' });
    // Some contacts also have a warning.
    const changed = panel.getByRole('button', { name: /1 change: Maximiliane/ });
    await changed.waitFor(aMinute);
    await changed.press('Enter');
    const changes = panel.locator('.changed-values');
    await changes.getByText(contact?.firstName ?? '', { exact: true }).waitFor();
    await changes.getByText('Maximiliane', { exact: true }).waitFor();

    const quota = page.getByRole('region', { name: 'Quota' });
    await quota.getByText(/of 10 calls per second$/).waitFor();
    await quota.getByText(/calls today$/).waitFor();
    await inspect(page);
    expect(await tooSmall(page)).toEqual([]);

    await control.createSourceContact(user.companyId, { firstName: 'Newcomer' });
    await page.goto(stack.gateway);
    await line
      .getByText(/^All 6 records up to date, last change (just now|\d+ seconds? ago)$/)
      .waitFor(aMinute);
    await inspect(page);
    await line.getByRole('link', { name: 'See auto-sync' }).press('Enter');
    await panel
      .getByText(/Newcomer/)
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
  }, 180_000);

  test('When auto-sync is switched on again, then the form asks about the time while it was off, and does as is chosen', async () => {
    const { company, connection } = await syncedCompany(3);
    const { control, user } = company;
    await change(company, connection, { autoSyncNewContacts: false });
    await until('off', company, connection);
    const contact = await plainContact(company);
    await control.changeSourceContact(user.companyId, contact?.id ?? '', { firstName: 'Left' });

    await using context = await newContext(look);
    const page = await blankPageOf(context, company);
    await page.goto(stack.gateway);
    await page.getByRole('region', { name: 'Auto-sync' }).getByText('Auto-sync is off').waitFor();
    await inspect(page);
    await page.goto(`${stack.gateway}/connections/${String(connection.id)}`);
    await page.getByRole('button', { name: 'Edit All Settings' }).click();
    const form = page.getByRole('dialog');
    const question = form.getByRole('group', { name: 'Contacts that changed while it was off' });
    const contacts = form.getByRole('switch', { name: 'Sync new contacts automatically' });
    await contacts.waitFor();
    expect(await question.count()).toBe(0);
    await contacts.press('Space');
    expect(await question.getByRole('radio', { name: /^Catch up since / }).isChecked()).toBe(true);
    await form.getByRole('switch', { name: 'Sync new jobs automatically' }).press('Space');
    // Jobs are on for the first time.
    expect(await form.getByRole('group', { name: 'Jobs that changed while it was off' }).count()).toBe(0);
    await inspect(page);
    expect(await tooSmall(page)).toEqual([]);
    await question.getByRole('radio', { name: 'From now on' }).check();
    await form.getByRole('button', { name: 'Update connection' }).click();
    await form.waitFor({ state: 'detached' });
    await until('current', company, connection);

    await control.changeSourceContact(user.companyId, contact?.id ?? '', { lastName: 'Copied' });
    const panel = page.getByRole('region', { name: 'Auto-sync', exact: true });
    await panel.getByRole('button', { name: /2 changes: Left Copied/ }).waitFor(aMinute);
  }, 180_000);
});
