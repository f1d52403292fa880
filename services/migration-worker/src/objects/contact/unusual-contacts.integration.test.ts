import { OutcomeKind } from '@ridgeline/events';
import { writesTo } from '@ridgeline/testkit/integration';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ContactBench } from '../../run/testing/contact-bench.ts';
import { company } from '../../testing/bench-company.ts';

let bench: ContactBench;
beforeEach(async () => {
  bench = await ContactBench.start();
});
afterEach(() => bench[Symbol.asyncDispose]());

/** Another migration, and what it wrote. */
async function migrateAgain() {
  const seen = (await bench.control.requests(company.companyId)).at(-1)?.number ?? 0;
  bench.anotherMigration();
  const run = await bench.migrate();
  return { run, writes: writesTo(await bench.control.requests(company.companyId, seen)) };
}

describe('A contact has no mailing address', () => {
  test('When the list that it is read from leaves billing addresses out, then the log and its outcome say so, of nobody else', async () => {
    const contacts = await bench.control.sourceContacts(company.companyId);
    const without = contacts.flatMap(({ id, mailingAddress }) => (mailingAddress === null ? id : []));
    expect(without.length).toBeGreaterThan(3);
    const run = await bench.migrate();
    const written = new Set([...run.of(OutcomeKind.CREATED)].map(({ sourceId }) => sourceId));
    const told = run.outcomes.filter(({ warnings }) => warnings.includes('no_mailing_address'));
    expect(told.map(({ sourceId }) => sourceId).filter((id) => written.has(id))).toEqual(
      without.filter((id) => written.has(id)),
    );
    expect(run.log.join()).toContain(
      'no mailing address in AccuLynx; its contact list has no billing addresses, so they were not copied',
    );

    expect((await migrateAgain()).writes).toEqual([]);
  });
});

describe('A text is longer than HubSpot holds', () => {
  test('When a first name has 70,000 characters, then the contact is copied with its beginning and a warning, and a second run writes nothing', async () => {
    const [first] = await bench.usableContacts();
    await bench.changeContact(first?.id ?? '', { firstName: `Ngozi ${'x'.repeat(70_000)}` });
    const run = await bench.migrate();
    expect(run.of(OutcomeKind.FAILED)).toEqual([]);
    const outcome = run.outcomes.find(({ sourceId }) => sourceId === first?.id);
    expect(outcome?.warnings).toContain('text_cut');
    expect(run.log).toContainEqual(
      expect.stringMatching(
        /^Ngozi x+….*: HubSpot holds 65,536 characters of "First Name"; the rest was cut off$/,
      ),
    );
    const record = await bench.recordOf(first?.id ?? '');
    expect(record?.['firstname']).toBe(`Ngozi ${'x'.repeat(65_530)}`);

    expect((await migrateAgain()).writes).toEqual([]);
  });
});
