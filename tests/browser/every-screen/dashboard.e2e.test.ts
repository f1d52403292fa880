import { describe, expect, test } from '@jest/globals';
import { cancelMigration, listConnections, migrationEvents } from '@ridgeline/contracts';
import { eventually, newTestCompany, stackOfTests } from '@ridgeline/testkit';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { complaintsOf, inspect, looks } from '../../support/pages.ts';
import { blankPageOf } from '../../support/signed-in-page.ts';
import { untilEnded } from '../../support/migrations.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

describe.each(looks)('The dashboard on a $name', (look) => {
  test('When something runs, and then fails for a refused token, then it shows both, and where to go', async () => {
    const company = await newTestCompany(stack, { contacts: 400 });
    await using context = await newContext(look);
    const page = await blankPageOf(context, company);
    const complaints = complaintsOf(page);
    await page.goto(stack.gateway);
    const running = page.getByRole('region', { name: 'Running now' });
    const attention = page.getByRole('region', { name: 'Needs attention' });
    const account = page.getByRole('region', { name: 'Account Information' });
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByRole('button', { name: 'Create a connection' }).waitFor();
    await account.getByText(company.user.companyId).waitFor();
    expect(await page.title()).toBe('Dashboard - Ridgeline');
    // Tabular digits would spread the hyphens of an email address.
    const address = `[...document.querySelectorAll('dd')].find((dd) => dd.textContent === '${company.email}')`;
    expect(await page.evaluate(`getComputedStyle(${address}).fontVariantNumeric`)).toBe('normal');
    for (const tip of [
      'Set up new Acculynx-HubSpot integrations for your team',
      'Check your connection health and webhook status',
      'Adjust auto-sync preferences and HubSpot mapping options',
    ])
      await page.getByText(tip, { exact: true }).waitFor();
    await inspect(page);

    const connection = await company.connect('Denver');
    await page.reload();
    await attention.getByText('Nothing needs your attention. All credentials work.').waitFor();
    await steps.getByRole('button', { name: 'Start a migration' }).waitFor();
    const results = page.getByRole('region', { name: 'Last result of each connection' });
    await account.locator('dt:text-is("Connected Portals") + dd').getByText('1', { exact: true }).waitFor();

    const { id } = await company.startMigration(connection, { batchSize: 5, concurrency: 1, delayMs: 1000 });
    await running.getByRole('link', { name: 'Denver' }).waitFor();
    await running.getByText('Running', { exact: true }).waitFor();
    await inspect(page);
    await company.control.addFault({
      vendor: 'hubspot',
      companyId: company.user.companyId,
      effect: { kind: 'revoke' },
    });
    await untilEnded(company, id);
    // The entry is the migration's own, or its connection's once the connection is known to be broken.
    await attention.getByText(new RegExp(`migration #${id} (of Denver )?failed`, 'i')).waitFor();
    await running.waitFor({ state: 'hidden' });
    // Events report the refusal to the connection a moment after the run has ended.
    await eventually(
      async () => {
        const [stored] = await company.session.call(listConnections);
        expect(stored?.hubspotStatus).toBe('invalid');
      },
      { what: 'the connection to be known as invalid' },
    );
    await page.reload();
    // One entry names the connection and its migration.
    await attention.getByText(`Denver: migration #${id} failed`).waitFor();
    await attention.getByText('HubSpot does not accept the stored credential.').waitFor();
    expect(await attention.getByRole('heading', { level: 3 }).count()).toBe(1);
    await results.getByText('Failed').waitFor();
    await steps.getByRole('button', { name: 'See how it goes' }).waitFor();
    await inspect(page);
    await attention.getByRole('link', { name: /See what happened/ }).click();
    await page.waitForURL(`${stack.gateway}/migrations/${id}`);
    expect(complaints).toEqual([]);
  }, 120_000);

  test('When it cannot be refreshed, then each card says so; without a stream an answer brings the end of a run', async () => {
    const company = await newTestCompany(stack, { contacts: 400 });
    const connection = await company.connect('Denver');
    await using context = await newContext(look);
    await context.route(`**${migrationEvents.path}*`, (route) => route.abort());
    const { id } = await company.startMigration(connection, { batchSize: 5, concurrency: 1, delayMs: 300 });
    const page = await blankPageOf(context, company);
    await page.goto(stack.gateway);
    await page.getByText('Running', { exact: true }).first().waitFor();

    const cards = /\/api\/(connections|migrations\/current)$/;
    await page.route(cards, (route) => route.fulfill({ status: 503 }));
    await eventually(
      async () => {
        // The user comes back to the page.
        await page.evaluate("window.dispatchEvent(new Event('focus'))");
        expect(await page.getByText(/^Could not refresh /).count()).toBe(3);
      },
      { within: 15_000, what: 'the cards to say that they are old' },
    );
    await inspect(page);

    const asked = page.waitForRequest(cards, { timeout: 5_000 });
    await page.getByRole('button', { name: 'Try Again' }).first().click();
    await asked;

    await company.session.call(cancelMigration, { params: { id: String(id) } });
    await page.unroute(cards);
    await eventually(
      async () => {
        await page.evaluate("window.dispatchEvent(new Event('focus'))");
        expect(await page.getByText(/^Could not refresh /).count()).toBe(0);
      },
      { within: 15_000, what: 'the cards to be up to date' },
    );
    await page.locator('.toast').getByText('Migration Cancelled').waitFor();
  }, 60_000);
});
