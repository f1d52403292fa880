import { test } from '@jest/globals';
import { newTestCompany, stackOfTests } from '@ridgeline/testkit';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { untilEnded } from '../../support/migrations.ts';
import { inspect } from '../../support/pages.ts';
import { signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

test('When a user looks for a migrated contact from any page, then its page shows the history', async () => {
  const company = await newTestCompany(stack, { contacts: 30 });
  const connection = await company.connect();
  await using context = await newContext();
  const { id } = await company.startMigration(connection, { batchSize: 100 });
  await untilEnded(company, id);
  const contacts = await company.control.targetContacts(company.portalId);
  const contact = contacts.find(({ properties: { email } }) => email?.includes('.') === true);
  const value = (property: string): string => contact?.properties[property] ?? '';
  const name = `${value('firstname')} ${value('lastname')}`;
  const email = value('email');
  const page = await signedInPage(context, company, '/connections');

  await page.getByRole('searchbox', { name: 'Find a record' }).fill(email.slice(0, -3));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Find a record', level: 1 }).waitFor();
  await page.getByText('1 record', { exact: true }).waitFor();
  await inspect(page);
  await page.getByRole('link', { name: new RegExp(name) }).click();

  await page.getByRole('heading', { name, level: 1 }).waitFor();
  const events = page.getByRole('list', { name: 'History, newest first' });
  await events.getByText('Created', { exact: true }).waitFor();
  await events.getByRole('link', { name: `Migration #${String(id)}` }).waitFor();
  await events.getByText(email, { exact: true }).waitFor();
  await page.getByRole('link', { name: `HubSpot: ${name}, opens in a new tab` }).waitFor();
  await inspect(page);

  await page.goto(`${stack.gateway}/records?q=zzzzzz`);
  await page.getByRole('heading', { name: 'No record found' }).waitFor();
  await page.goto(`${stack.gateway}/records/contact/unknown`);
  await page.getByRole('heading', { name: 'This record is not known' }).waitFor();
}, 120_000);
