import { expect, test } from '@jest/globals';
import { eventually, newTestCompany, stackOfTests } from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

const contacts = 120;

const button = (page: Page, name: 'Pause' | 'Resume', id: number) =>
  page.getByRole('button', { name: `${name} migration #${String(id)}` });

test('When a migration is paused, then nothing is written until it is resumed, and everything is there at the end', async () => {
  const company = await newTestCompany(stack, { contacts });
  const { control, portalId } = company;
  const connection = await company.connect();
  await using context = await newContext();
  const { id } = await company.startMigration(connection, { batchSize: 5, concurrency: 1, delayMs: 400 });
  const page = await signedInPage(context, company, `/migrations/${String(id)}`);
  await page.getByText('Copying contacts to HubSpot').waitFor();

  await button(page, 'Pause', id).focus();
  await page.keyboard.press('Enter');
  await page.getByText('It continues where it was when you resume it.').waitFor();
  await page.getByText('Pausing', { exact: true }).waitFor({ state: 'detached' });
  await page.getByText('Paused', { exact: true }).first().waitFor();
  expect(await page.evaluate('document.activeElement?.ariaLabel')).toBe(`Resume migration #${String(id)}`);

  const written = (await control.targetContacts(portalId)).length;
  expect(written).toBeLessThan(contacts);
  // Another migration of the portal waits although the paused one has no worker: no worker is busy with the portal.
  const next = await company.startMigration(connection, { batchSize: 100 });
  await page.goto(`${stack.gateway}/migrations/${String(next.id)}`);
  await page.getByText(/^Waiting for its turn/).waitFor();
  await button(page, 'Pause', next.id).click();
  await page.getByText('Paused before it started. Nothing was written to HubSpot.').waitFor();
  expect((await control.targetContacts(portalId)).length).toBe(written);

  await page.goto(`${stack.gateway}/migrations/${String(id)}`);
  await button(page, 'Resume', id).click();
  await page.getByText('Copying contacts to HubSpot').waitFor();
  await page.getByText('Completed', { exact: true }).first().waitFor({ timeout: 60_000 });
  await eventually(async () => expect(await control.targetContacts(portalId)).toHaveLength(contacts), {
    what: 'all contacts to be in HubSpot',
  });
  await page.goto(`${stack.gateway}/migrations/${String(next.id)}`);
  await page.getByText('Paused before it started. Nothing was written to HubSpot.').waitFor();
  await button(page, 'Resume', next.id).click();
  await page.getByText('Completed', { exact: true }).first().waitFor({ timeout: 60_000 });
}, 120_000);
