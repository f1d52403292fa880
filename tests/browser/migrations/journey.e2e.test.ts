import { describe, expect, test } from '@jest/globals';
import { newTestCompany, stackOfTests } from '@ridgeline/testkit';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { complaintsOf, inspect, looks, signIn } from '../../support/pages.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

describe.each(looks)('The app on a $name', ({ name, ...look }) => {
  test('When a user connects and migrates, then the contacts are copied while the page shows it', async () => {
    const company = await newTestCompany(stack, { contacts: 400 });
    await using context = await newContext(look);
    const page = await context.newPage();
    const complaints = complaintsOf(page);

    await page.goto(`${stack.gateway}/migrations`);
    await page.waitForURL(/\/auth/);
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await page.title()).toBe('Sign In - Ridgeline');
    await inspect(page);
    await signIn(page, company.email, company.password);
    await page.waitForURL(/\/migrations$/);
    await page.getByText('No migrations found').waitFor();
    await page.getByText('Real-time updates connected').waitFor();
    await inspect(page);

    await page.goto(`${stack.gateway}/connections`);
    await page.getByText('No connections', { exact: true }).waitFor();
    await inspect(page);
    await page.getByRole('button', { name: 'Create Connection', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Create New Connection' });
    await form.getByRole('button', { name: 'Create connection', exact: true }).click();
    await form.getByText('Name must be at least 3 characters').waitFor();
    await form.getByText('Please enter a valid Acculynx API key').waitFor();
    await form.getByText('Please enter a valid HubSpot Private Access Token').waitFor();
    await inspect(page);
    await form.getByLabel('Name').fill(`Shop ${name}`);
    await form.getByLabel('Acculynx API key').fill(company.credentials.acculynxApiKey);
    await form.getByLabel('HubSpot Private Access Token').fill(company.credentials.hubspotPat);
    await form.getByRole('button', { name: 'Create connection', exact: true }).click();
    await page.getByText('Create missing properties automatically').waitFor();
    await inspect(page);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByText(`Shop ${name}`).first().waitFor();
    await form.waitFor({ state: 'hidden', timeout: 20_000 });
    await inspect(page);

    await page.goto(`${stack.gateway}/migrations`);
    await page
      .getByRole('button', { name: /Create your first migration|Create New Migration/ })
      .first()
      .click();
    // The only connection need not be chosen.
    await page.getByRole('dialog', { name: 'Configure Migration' }).getByText(`Shop ${name}`).waitFor();
    await page.getByRole('radio', { name: 'Contacts' }).check();
    await inspect(page);
    await page.getByRole('button', { name: 'Create Migration', exact: true }).click();
    await page.waitForURL(/\/migrations\/\d+$/);
    await page
      .getByText('All 400 contacts read from AccuLynx are accounted for.')
      .waitFor({ timeout: 60_000 });
    await inspect(page);

    await page.goto(`${stack.gateway}/`);
    await page.getByRole('main').getByText(company.email).waitFor();
    await inspect(page);
    expect(complaints).toEqual([]);
    const stored: string = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
    );
    expect(stored).not.toContain(company.credentials.acculynxApiKey);
    expect(stored).not.toContain(company.credentials.hubspotPat);
  }, 180_000);

  test('When a user types what cannot be right, then the message is next to it and nothing typed is lost', async () => {
    await using context = await newContext(look);
    const page = await context.newPage();
    await page.goto(`${stack.gateway}/auth`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Email is required').waitFor();
    await page.getByText('Password is required').waitFor();
    await signIn(page, 'unknown@roofing.example', 'not-the-password');
    await page.getByText('Login failed').first().waitFor();
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('unknown@roofing.example');

    await page.getByRole('tab', { name: 'Create Account' }).click();
    await page.getByLabel('Email', { exact: true }).fill('new@roofing.example');
    await page.getByLabel('Password', { exact: true }).fill('long-enough-1');
    await page.getByLabel('Confirm password').fill('long-enough-2');
    await page.getByRole('button', { name: 'Create account', exact: true }).click();
    await page.getByText("Passwords don't match").waitFor();
    await inspect(page);
  }, 60_000);

  test('When an address leads nowhere, then the page says so', async () => {
    await using context = await newContext(look);
    const page = await context.newPage();
    await page.goto(`${stack.gateway}/no/such/page`);
    await page.getByText('404 Page Not Found').waitFor();
    await page.getByText('Did you forget to add the page to the router?').waitFor();
    await inspect(page);
  }, 30_000);
});
