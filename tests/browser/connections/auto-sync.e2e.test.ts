import { describe, expect, test } from '@jest/globals';
import { renewSubscription, renewWebhookAddress } from '@ridgeline/contracts';
import { newTestCompany, stackOfTests } from '@ridgeline/testkit';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { complaintsOf, inspect, looks, tooSmall } from '../../support/pages.ts';
import { answerSync } from '../../support/shown-auto-sync.ts';
import { blankPageOf } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

describe.each(looks)('Auto-sync of a connection on a $name', (look) => {
  test('When records were copied and others failed, then the page shows both, and each failed one can be retried', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    const { id } = await company.connect('Denver');
    await using context = await newContext(look);
    const page = await blankPageOf(context, company);
    const complaints = complaintsOf(page);
    const asked = await answerSync(page, id, 3);
    await page.goto(stack.gateway);
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByText('Denver: auto-sync failed to copy 3 records').waitFor();
    await inspect(page);

    await attention.getByRole('link', { name: /^See which and why/ }).click();
    const panel = page.getByRole('region', { name: 'Auto-sync', exact: true });
    await panel.getByText('14 records waiting to be copied.').waitFor();
    expect(await panel.evaluate('document.activeElement.id')).toBe('auto-sync');
    await panel.getByRole('button', { name: 'Retry Failed 1' }).click();
    await page.getByText('1 record queued').first().waitFor();
    await panel.getByRole('heading', { name: '2 records failed' }).waitFor();
    expect(asked.retried).toEqual([{ records: [{ kind: 'contact', sourceId: 'c-0' }] }]);

    const copied = panel.getByRole('list', { name: 'Copied records', exact: true }).getByRole('listitem');
    expect(await copied.count()).toBe(10);
    await panel.getByRole('button', { name: '1 change: Record 60' }).press('Enter');
    await panel.getByText('Phone Number').waitFor();
    await panel.getByRole('button', { name: 'Reason: Record 58' }).press('Enter');
    await panel.getByText('No email address in AccuLynx.').waitFor();
    await inspect(page);
    expect(await tooSmall(page)).toEqual([]);

    const older = panel.getByRole('button', { name: 'Show older' });
    await older.click();
    await older.click();
    await panel.getByText('Record 10', { exact: true }).waitFor();
    expect(await older.count()).toBe(0);
    expect(complaints).toEqual([]);
  }, 90_000);

  test('When checks found missed changes, then the card and the page say so, and each number opens its records', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    const connection = await company.connect('Denver');
    await using context = await newContext(look);
    const page = await blankPageOf(context, company);
    const complaints = complaintsOf(page);
    const asked = await answerSync(page, connection.id, 0);
    let renewals = 0;
    const path = renewSubscription.path.replace('{id}', String(connection.id));
    await page.route(`**${path}`, (route) => {
      renewals += 1;
      return route.fulfill({ json: connection });
    });
    await page.goto(`${stack.gateway}/connections`);
    await page.getByRole('article', { name: 'Denver' }).getByText('53 missed').waitFor();
    await inspect(page);
    await page.goto(`${stack.gateway}/connections/${String(connection.id)}`);
    const part = page.getByRole('region', { name: 'Missed changes' });
    await part.getByText('Comparing all takes 70 minutes.').waitFor();
    await part.getByRole('button', { name: 'Missed: 53' }).press('Enter');
    const found = part.getByRole('list', { name: 'Found records', exact: true }).getByRole('listitem');
    await found.first().waitFor();
    expect(await found.count()).toBe(5);
    await inspect(page);
    expect(await tooSmall(page)).toEqual([]);
    await part.getByRole('button', { name: 'Show older' }).press('Enter');
    await part.getByRole('button', { name: 'Show older' }).press('Enter');
    await part.getByText('Found 1', { exact: true }).waitFor();
    expect(await part.evaluate('document.activeElement.tagName')).toBe('A');

    await part.getByRole('button', { name: 'Check now' }).press('Enter');
    await page.getByText('Check started').first().waitFor();
    await part.getByText('now', { exact: true }).waitFor();
    const webhook = page.getByRole('region', { name: 'Webhook', exact: true });
    await webhook.getByRole('button', { name: 'Subscribe again' }).press('Enter');
    await page.getByText('Webhook subscribed again').first().waitFor();
    expect([asked.checks, renewals]).toEqual([1, 1]);
    expect(complaints).toEqual([]);
  }, 90_000);

  test('When records were compared with HubSpot, then the page says how many were equal, each number opens its records, and all can be compared', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    const { id } = await company.connect('Denver');
    await using context = await newContext(look);
    const page = await blankPageOf(context, company);
    const complaints = complaintsOf(page);
    const asked = await answerSync(page, id, 0);
    await page.goto(`${stack.gateway}/connections/${String(id)}`);
    const part = page.getByRole('region', { name: 'Compared with HubSpot' });
    await part.getByText(/Of 200 records, 198 were equal, 2 changed in HubSpot, 0 repaired\.$/).waitFor();
    await part.getByRole('button', { name: 'Changed in HubSpot: 53' }).press('Enter');
    await part.getByText('Phone Number, City · by a user').first().waitFor();
    await inspect(page);
    expect(await tooSmall(page)).toEqual([]);

    const older = part.getByRole('button', { name: 'Show older' });
    await older.click();
    await older.press('Enter');
    await part.getByText('Compared 1', { exact: true }).waitFor();
    await part.getByRole('button', { name: 'Compare all with HubSpot' }).press('Enter');
    await part.getByText(/A comparison is running: 100 records so far\.$/).waitFor();
    expect(asked.comparisons).toBe(1);
    expect(complaints).toEqual([]);
  }, 90_000);

  test('When a new address is asked for, then it says that the old one works for 24 hours, and can be kept', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    const connection = await company.connect('Denver');
    await using context = await newContext(look);
    const page = await blankPageOf(context, company);
    await answerSync(page, connection.id, 0);
    const asked: string[] = [];
    const path = renewWebhookAddress.path.replace('{id}', String(connection.id));
    await page.route(`**${path}`, (route) => {
      asked.push(route.request().method());
      return route.fulfill({ json: connection });
    });
    await page.goto(`${stack.gateway}/connections/${String(connection.id)}`);
    const button = page.getByRole('button', { name: 'New address', exact: true });
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'New webhook address for Denver?' });
    await dialog.getByText('The old address keeps working for 24 hours.').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Keep address');
    await inspect(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(asked).toEqual([]);

    await button.click();
    await dialog.getByRole('button', { name: 'Create new address' }).click();
    await page.getByText('Webhook address changed').first().waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect(asked).toEqual(['POST']);
  }, 90_000);
});
