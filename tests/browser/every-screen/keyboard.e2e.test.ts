import { expect, test } from '@jest/globals';
import { newColleague, newTestCompany, signInAdministrator, stackOfTests } from '@ridgeline/testkit';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { keyboardOf, type Keyboard } from '../../support/keyboard.ts';
import { untilEnded } from '../../support/migrations.ts';
import { hurrySteps } from '../../support/page-clock.ts';
import { complaintsOf, looks } from '../../support/pages.ts';
import { signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

/** Opens another page with the navigation, going backward through what precedes the content. */
async function openPage({ goTo, press }: Keyboard, name: string): Promise<void> {
  await goTo(`link "${name}"`, 'Shift+Tab');
  await press('Enter', 'main');
}

async function signInByKeys({ goTo, press, type }: Keyboard, email: string, password: string): Promise<void> {
  await goTo('textbox "Email"');
  await type(email);
  await press('Tab', 'textbox "Password"');
  await type(password);
  await press('Enter', 'main');
}

test('A user without a mouse signs in, makes a connection, uses and deletes it, and signs out', async () => {
  const company = await newTestCompany(stack, { contacts: 1 });
  await newColleague(stack, company);
  await using context = await newContext(looks[0]);
  await hurrySteps(context);
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  const keys = keyboardOf(page);
  const { type, press, goTo } = keys;
  await page.goto(`${stack.gateway}/auth`);
  await page.getByText('Sign in to your account').waitFor();
  await press('Tab', 'tab "Sign In"');
  await press('End', 'tab "Create Account"');
  await press('Home', 'tab "Sign In"');
  await goTo('button "Forgot your password?"');
  await press('Enter', 'textbox "Email"');
  await press('Shift+Tab', 'button "Close"');
  await press('Shift+Tab', 'button "Send reset link"');
  await press('Escape', 'button "Forgot your password?"');
  await goTo('tab "Sign In"', 'Shift+Tab');
  await signInByKeys(keys, company.email, company.password);

  await page.reload();
  await page.getByRole('region', { name: 'First steps' }).waitFor();
  await press('Tab', 'link "Skip to content"');
  await press('Enter', 'main');
  await press('Tab', 'button "Create a connection"');
  await openPage(keys, 'Connections');

  await goTo('button "Add Connection"');
  await press('Enter', 'textbox "Name"');
  await press('Escape', 'button "Add Connection"');
  await press('Enter', 'textbox "Name"');
  await type('Denver');
  await goTo('textbox "Acculynx API key"');
  await type(company.credentials.acculynxApiKey);
  await goTo('textbox "HubSpot Private Access Token"');
  await type(company.credentials.hubspotPat);
  await goTo('button "Create connection"');
  await press('Enter', 'button "Continue"');
  await press('Escape', 'button "Create connection"');
  await press('Enter', 'button "Continue"');
  await press('Enter', 'button "Add Connection"');
  await page.getByRole('article', { name: 'Denver' }).waitFor();

  await goTo('button "Actions for Denver"');
  await press('ArrowDown', 'menuitem "Rename"');
  await press('End', 'menuitem "Delete"');
  await press('Escape', 'button "Actions for Denver"');
  await press('Enter', 'menuitem "Rename"');
  await goTo('menuitem "Test now"', 'ArrowDown');
  await press('Enter', 'button "Close"');
  await press('Tab', 'button "Close"');
  await press('Escape', 'button "Actions for Denver"');
  await press('Enter Enter', 'textbox "Connection name"');
  await press('ControlOrMeta+a', 'textbox "Connection name"');
  await type('Waco');
  await press('Enter', 'button "Actions for Waco"');

  await press('/', 'textbox "Search portals by name"');
  await type('nothing like it');
  await page.getByText('No connection has').waitFor();
  await press('Tab', 'button "Clear the search"');
  await goTo('button "Clear Search"');
  await press('Enter', 'textbox "Search portals by name"');
  await page.getByRole('article', { name: 'Waco' }).waitFor();
  await goTo('radio "Grid"');
  await press('ArrowRight', 'radio "List"');
  await goTo('checkbox "Select all"');
  await press('Space', 'checkbox "Select all"');
  await goTo('button "Clear selection"', 'Shift+Tab');
  await press('Enter', 'textbox "Search portals by name"');
  await goTo('button "Columns"');
  await press('Enter', 'checkbox "Status"');
  await press('Shift+Tab', 'checkbox "Last Updated"');
  await press('Tab', 'checkbox "Status"');
  await press('Escape', 'button "Columns"');

  await goTo('button "Actions for Waco"');
  await press('Enter', 'menuitem "Rename"');
  await press('ArrowUp', 'menuitem "Delete"');
  await press('Enter', 'button "Keep connection"');
  await press('Escape', 'button "Actions for Waco"');
  await press('Enter', 'menuitem "Rename"');
  await press('ArrowUp Enter', 'button "Keep connection"');
  await press('Tab', 'button "Delete connection"');
  await press('Enter', 'main');
  await page.getByText('No connections', { exact: true }).waitFor();

  await openPage(keys, 'Settings');
  await goTo('textbox "Current password"');
  await type('not-the-password');
  await goTo('textbox "New password"');
  await type('a-new-long-password');
  await goTo('textbox "Confirm new password"');
  await type('a-new-long-password');
  await press('Enter', 'textbox "Current password"');
  await goTo(/^button "Remove Col League/);
  await press('Enter', 'button "Keep in team"');
  await press('Enter', /^button "Remove Col League/);
  await press('Enter', 'button "Keep in team"');
  await press('Tab', 'button "Remove from team"');
  await press('Enter', 'main');
  await goTo('button "Log out"', 'Shift+Tab');
  await press('Enter', 'textbox "Email"');
  await press('Shift+Tab', 'tab "Sign In"');
  // The only complaint is the refused password.
  expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
}, 120_000);

test('A user without a mouse makes a migration', async () => {
  const company = await newTestCompany(stack, { contacts: 1 });
  await company.connect('Denver');
  await company.connect('Waco');
  await using context = await newContext(looks[0]);
  const page = await signedInPage(context, company, '/migrations');
  const keys = keyboardOf(page);
  const { type, press, goTo } = keys;
  await page.getByRole('button', { name: 'Create your first migration' }).waitFor();
  await goTo('button "Create New Migration"');
  await press('Enter', 'textbox "Search connections"');
  await type('nothing like it');
  await page.getByRole('button', { name: 'Clear the search' }).waitFor();
  await press('Tab', 'button "Clear the search"');
  await press('Enter', 'textbox "Search connections"');
  await page.getByRole('checkbox', { name: 'Denver' }).waitFor();
  await goTo('button "Select All"');
  await press('Enter', 'button "Select All"');
  await press('Tab', 'button "Clear Selection"');
  await press('Space', 'textbox "Search connections"');
  await press('Shift+Tab', 'button "Close"');
  await press('Shift+Tab', 'button "Configure Migration"');
  await goTo('checkbox "Denver"', 'Shift+Tab');
  await press('Space', 'checkbox "Denver"');
  await goTo('button "Configure Migration"');
  await press('Enter', 'radio "Contacts"');
  await press('ArrowDown', 'radio "Jobs"');
  await goTo('radio "Leave blank (recommended)"');
  await press('ArrowDown', /^radio "(?!Leave blank)/);
  await goTo('radio "Jobs"', 'Shift+Tab');
  await press('ArrowUp', 'radio "Contacts"');
  await goTo('checkbox "Include contacts without an email address"');
  await press('Space', 'checkbox "Include contacts without an email address"');
  const included = page.getByRole('checkbox', { name: 'Include contacts without an email address' });
  expect(await included.isChecked()).toBe(false);
  await goTo('button "Create Migration"');
  await press('Enter', 'main');
  await page.getByRole('heading', { name: /^Completed/ }).waitFor();
}, 90_000);

test('A user without a mouse reads why records were left out', async () => {
  const company = await newTestCompany(stack, { contacts: 400 });
  const connection = await company.connect();
  const { id } = await company.startMigration(connection, { delayMs: 0, includeNoEmailContacts: false });
  await using context = await newContext(looks[0]);
  const page = await signedInPage(context, company, `/migrations/${id}`);
  const keys = keyboardOf(page);
  const { press, goTo } = keys;
  await page.getByRole('heading', { name: /^Completed/ }).waitFor({ timeout: 60_000 });
  await goTo('link "Show in the log"');
  await press('Enter', 'region "Logs"');
  await goTo(/^link "Skipped/, 'Shift+Tab');
  await press('Enter', 'region "Logs"');
  await goTo('button "Only Skipped; show all entries again"');
  await press('Enter', 'textbox "Search the logs"');
  await goTo(/^button "Warning/);
  await press('Enter', /^button "Warning/);
  await goTo(/^button "All/, 'Shift+Tab');
  await press('Space', /^button "All/);
  await goTo(/^button "More on entry/);
  await press('Enter', /^button "Less on entry/);
  await goTo(/^link "\d\d:/);
  await press('Enter', /^link "\d\d:/);
  await goTo('button "Next page"');
  // To the last page, and to the first one again.
  await goTo(/^button "Page /, 'Enter');
  await goTo('button "Previous page"', 'Shift+Tab');
  await goTo('button "Page 1"', 'Enter');
  await goTo('link "Export as NDJSON"');
  await press('/', 'textbox "Search the logs"');
  await openPage(keys, 'Migrations');
}, 90_000);

test('A user without a mouse cancels a migration and filters the history', async () => {
  const company = await newTestCompany(stack, { contacts: 20 });
  const { id } = await company.startMigration(await company.connect(), { batchSize: 1, delayMs: 5000 });
  await using context = await newContext(looks[0]);
  const page = await signedInPage(context, company, '/migrations');
  const { press, goTo } = keyboardOf(page);
  await page.getByRole('button', { name: `Cancel migration #${id}` }).waitFor();
  await goTo(`button "Cancel migration #${id}"`);
  await press('Enter', 'button "Keep it running"');
  await press('Enter', `button "Cancel migration #${id}"`);
  await press('Enter', 'button "Keep it running"');
  await press('Tab', 'button "Cancel migration"');
  await press('Enter', /^link "/);
  await untilEnded(company, id);
  await goTo('combobox "Status"', 'Shift+Tab');
  await press('ArrowDown', 'combobox "Status"');
  await page.getByText('No migrations match these filters.').waitFor();
  await goTo('button "Clear filters"');
  await press('Enter', 'textbox "Search the history"');
}, 90_000);

test('On a phone the menu is used without touch, and the users with it', async () => {
  const admin = await signInAdministrator(stack);
  await using context = await newContext(looks[1]);
  const page = await signedInPage(context, admin, '/');
  const keys = keyboardOf(page);
  const { type, press, goTo } = keys;
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await goTo('button "Open the menu"');
  await press('Enter', 'button "Close the menu"');
  await press('Shift+Tab', 'button "Log out"');
  await press('Tab', 'button "Close the menu"');
  await press('Escape', 'button "Open the menu"');
  await press('Enter', 'button "Close the menu"');
  await goTo('link "Users"');
  await press('Enter', 'main');
  await page.getByLabel('Search users').waitFor();
  await goTo('textbox "Search users"');
  await type('no such user');
  await page.getByText('No user matches').waitFor();
  await goTo('button "Clear search"');
  await press('Enter', 'textbox "Search users"');
  await type(admin.email);
  await page.getByText(/^1 of /).waitFor();
  await goTo(`button "Actions for ${admin.email}"`);
  await press('Enter', 'menuitem "Edit User"');
  await press('Enter', 'textbox "First name"');
  await press('Escape', `button "Actions for ${admin.email}"`);
  await goTo('link "Activity"', 'Shift+Tab');
  await press('Enter', 'link "Activity"');
  await page.getByLabel('Search the activity').waitFor();
  await press('Tab', 'textbox "Search the activity"');
}, 60_000);
