import { describe, expect, test } from '@jest/globals';
import type { Migration } from '@ridgeline/contracts';
import { stackOfTests } from '@ridgeline/testkit';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { complaintsOf, inspect, looks, tooSmall } from '../../support/pages.ts';
import { answerRun, countsOf, endedRunOfFile, madeUpRecords } from '../../support/shown-following.ts';
import { blankPageOf } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

const ended = endedRunOfFile();

const records = madeUpRecords(60);

/** A run of which 12 records failed, and a run that follows it. */
function aRun() {
  const { migration, account } = ended();
  const run: Migration = { ...migration, ...countsOf(account, records), id: migration.id + 200_000 };
  const following = (as: 'retry' | 'undo', dryRun = false): Migration => ({
    ...run,
    id: run.id + (dryRun ? 2 : 1),
    dryRun,
    follows: { migrationId: run.id, as },
  });
  return { run, following };
}

const address = ({ id }: Migration) => `${stack.gateway}/migrations/${String(id)}`;
const headingOf = (name: string, { id }: Migration) => ({ name: `${name} #${String(id)}`, exact: true });

describe.each(looks)('A migration that has ended, on a $name', (look) => {
  test('When records failed or were skipped, then all of them, those of a cause, or one are retried', async () => {
    await using context = await newContext(look);
    const page = await blankPageOf(context, ended().company);
    const complaints = complaintsOf(page);
    const { run, following } = aRun();
    const retry = following('retry');
    await answerRun(page, { migration: retry, records });
    const sent = await answerRun(page, { migration: run, records, following: [retry] }, () => retry);
    const retryBy = async (name: string | RegExp) => {
      await page.goto(`${address(run)}?records=failed`);
      await page.getByRole('button', { name }).first().press('Enter');
      await page.getByRole('heading', headingOf('Migration', retry)).waitFor();
      await page.getByRole('link', { name: `Retry of #${String(run.id)}` }).waitFor();
    };
    await page.goto(address(run));
    await page.getByRole('link', { name: `Retried by #${String(retry.id)}` }).waitFor();
    await inspect(page);
    expect(await tooSmall(page)).toEqual([]);
    const panel = page.getByRole('region', { name: 'Records' });
    expect(await panel.getByRole('listitem').count()).toBe(0);
    await panel.getByRole('button', { name: 'Show records' }).press('Enter');
    await panel.getByRole('button', { name: 'Retry Record 5', exact: true }).waitFor();
    await inspect(page);
    expect(await tooSmall(page)).toEqual([]);

    await retryBy('Retry 12 failed');
    await retryBy(/^Retry these 12: HubSpot does not accept/);
    await retryBy(/^Retry with contacts without email: /);
    await retryBy(/^Retry Record 5$/);
    expect(sent.retries).toEqual([
      { outcome: 'failed' },
      { outcome: 'failed', reason: 'invalid_email' },
      { outcome: 'skipped', reason: 'no_email', options: { includeNoEmailContacts: true } },
      { outcome: 'failed', records: [records[4]?.sourceId] },
    ]);
    expect(complaints).toEqual([]);
  }, 90_000);

  test("When a value was refused, then HubSpot's objection stands at it, and a corrected one goes into the retry", async () => {
    await using context = await newContext(look);
    const page = await blankPageOf(context, ended().company);
    const { run, following } = aRun();
    const retry = following('retry');
    const id = records[4]?.sourceId ?? '';
    const wrong = 'Enter an email address such as ann@example.com';
    const refusal = {
      ...{ error: 'A corrected value does not fit', message: 'A corrected value does not fit' },
      ...{ code: 'migration.correction_invalid', fields: { [`corrections.${id}.email`]: wrong } },
    };
    let tries = 0;
    await answerRun(page, { migration: retry, records });
    const sent = await answerRun(page, { migration: run, records }, () => {
      tries += 1;
      return tries === 1 ? { status: 400, json: refusal } : retry;
    });
    await page.goto(`${address(run)}?records=failed#records`);
    await page.getByRole('button', { name: 'Correct and retry Record 5', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Correct Record 5' });
    const email = dialog.getByLabel('Email', { exact: true });
    await dialog.getByText('HubSpot does not accept the email address').waitFor();
    expect(await email.evaluate('document.activeElement.value')).toBe('ann4@@summit.test');
    await inspect(page);
    expect(await tooSmall(page)).toEqual([]);
    const send = dialog.getByRole('button', { name: 'Retry with these values' });
    await send.click();
    await dialog.getByText('Enter another value').waitFor();
    await email.fill('ann.test');
    await send.click();
    await dialog.getByText(wrong).waitFor();
    await inspect(page);
    await email.fill('ann@summit.test');
    await email.press('Enter');
    await page.getByRole('heading', headingOf('Migration', retry)).waitFor();
    const choice = { outcome: 'failed', records: [id] };
    expect(sent.retries).toEqual([
      { ...choice, corrections: { [id]: { email: 'ann.test' } } },
      { ...choice, corrections: { [id]: { email: 'ann@summit.test' } } },
    ]);
  }, 60_000);

  test('When it is undone, then a preview shows what would be removed, set back and spared before anything is', async () => {
    await using context = await newContext(look);
    const page = await blankPageOf(context, ended().company);
    const complaints = complaintsOf(page);
    const { run, following } = aRun();
    const [undo, preview] = [following('undo'), following('undo', true)];
    await answerRun(page, { migration: preview, records });
    await answerRun(page, { migration: undo, records });
    const sent = await answerRun(page, { migration: run, records }, (_, body) =>
      (body as { readonly dryRun: boolean }).dryRun ? preview : undo,
    );
    await page.goto(address(run));
    await page.getByRole('button', { name: 'Undo…' }).press('Enter');
    await page.getByRole('heading', headingOf('Undo preview', preview)).waitFor();
    await page
      .getByRole('heading', { name: /^Preview ready, 12 cannot be undone, 12 would be spared/ })
      .waitFor();
    await inspect(page);
    expect(await tooSmall(page)).toEqual([]);

    await page.getByRole('button', { name: 'Undo this migration' }).press('Enter');
    const question = page.getByRole('dialog', { name: `Undo migration #${String(run.id)}?` });
    await question.getByText('12 contacts would be set back').waitFor();
    expect(await question.evaluate('document.activeElement.textContent')).toBe('Keep it');
    await inspect(page);
    await question.getByRole('button', { name: 'Undo migration' }).click();
    await page.getByRole('heading', headingOf('Undo', undo)).waitFor();
    expect(sent.undos).toEqual([{ dryRun: true }, { dryRun: false }]);
    expect(complaints).toEqual([]);
  }, 60_000);
});
