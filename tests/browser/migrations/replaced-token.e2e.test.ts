import { describe, test } from '@jest/globals';
import { stackOfTests } from '@ridgeline/testkit';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { failingCompany } from '../../support/migrations.ts';
import { inspect, looks, untilTrue } from '../../support/pages.ts';
import { blankPageOf } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

describe.each(looks)('On a $name', (look) => {
  test('When a migration stopped because HubSpot rejects its token, then one button leads to that field, and the next runs it again', async () => {
    const { company, migration, hubspotToken } = await failingCompany('Denver');
    await using context = await newContext(look);
    const page = await blankPageOf(context, company);
    await page.goto(`${stack.gateway}/migrations/${String(migration.id)}`);
    const result = page.getByRole('region', { name: /^Stopped by an error/ });
    const replace = result.getByRole('button', { name: 'Replace the HubSpot token' });
    await replace.waitFor();
    await inspect(page);
    await replace.click();
    const form = page.getByRole('dialog', { name: 'Update Connection' });
    await untilTrue(
      page,
      'document.activeElement?.labels?.[0]?.textContent === "HubSpot Private Access Token"',
    );
    await page.keyboard.insertText(hubspotToken);
    await form.getByRole('button', { name: 'Update connection' }).click();
    await form.waitFor({ state: 'hidden' });
    await result.getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('heading', { name: /^Completed/ }).waitFor({ timeout: 30_000 });
  }, 90_000);
});
