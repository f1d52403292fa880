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

describe.each(['primary', 'record'] as const)(
  'People merge contacts, and HubSpot leaves the %s',
  (mergeMakes) => {
    beforeEach(() => bench.control.change({ hubspot: { behaviour: { mergeMakes } } }));

    const merged = async (run: Awaited<ReturnType<ContactBench['migrate']>>) => {
      const [loser, winner] = await bench.usableContacts();
      const idOf = (id = '') => run.outcomes.find(({ sourceId }) => sourceId === id)?.hubspotId ?? '';
      const into = await bench.control.mergeTarget(
        company.portalId,
        'contacts',
        idOf(loser?.id),
        idOf(winner?.id),
      );
      return { loser: loser?.id ?? '', winner: winner?.id ?? '', into };
    };

    test('When two contacts of AccuLynx were merged, then the winner stands for both, and nothing is written, now or later', async () => {
      const { loser, winner, into } = await merged(await bench.migrate());
      const before = (await bench.control.targetContacts(company.portalId)).length;
      for (const again of [await migrateAgain(), await migrateAgain()]) {
        expect(again.writes).toEqual([]);
        const outcomeOf = (id: string) => again.run.outcomes.find(({ sourceId }) => sourceId === id);
        expect(outcomeOf(winner)).toMatchObject({ kind: OutcomeKind.UNCHANGED, hubspotId: into });
        expect(outcomeOf(loser)).toMatchObject({
          kind: OutcomeKind.SKIPPED,
          reason: 'merged_in_hubspot',
          hubspotId: into,
        });
      }
      expect(await bench.control.targetContacts(company.portalId)).toHaveLength(before);
    });

    test('When a contact was merged into one that people made, then that one is the contact from now on', async () => {
      const own = await bench.inPortal({ email: 'kept.by.hand@example.com', firstname: 'Typed' });
      const first = await bench.migrate();
      const [ours] = await bench.usableContacts();
      const ourId = first.outcomes.find(({ sourceId }) => sourceId === ours?.id)?.hubspotId ?? '';
      const into = await bench.control.mergeTarget(company.portalId, 'contacts', ourId, own);
      const { run } = await migrateAgain();
      expect(run.outcomes.find(({ sourceId }) => sourceId === ours?.id)).toMatchObject({ hubspotId: into });
      expect([...run.of(OutcomeKind.CREATED), ...run.of(OutcomeKind.FAILED)]).toEqual([]);
      expect((await migrateAgain()).writes).toEqual([]);
    });
  },
);

describe('A contact has no mailing address', () => {
  test('When the list that it is read from leaves billing addresses out, then the log and its outcome say so, for no other contact', async () => {
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
