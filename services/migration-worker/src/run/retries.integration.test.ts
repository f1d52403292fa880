import { afterEach, describe, expect, test } from '@jest/globals';
import { objectTypes } from '@ridgeline/contracts';
import { OutcomeKind } from '@ridgeline/events';
import { writesTo, type SeenRequest } from '@ridgeline/testkit/integration';
import { isPlausibleEmail } from '../objects/contact/mapping/email-address.ts';
import { company } from '../testing/bench-company.ts';
import { RetryBench } from './testing/retry-bench.ts';

const benches: RetryBench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench[Symbol.asyncDispose]();
});

async function started(size: Parameters<typeof RetryBench.start>[0] = {}): Promise<RetryBench> {
  const bench = await RetryBench.start(size);
  benches.push(bench);
  return bench;
}

const { FAILED, CREATED, UPDATED, SKIPPED } = OutcomeKind;

const idsOf = (outcomes: readonly { readonly sourceId: string }[]): string[] =>
  outcomes.map(({ sourceId }) => sourceId).sort();

/** The requests to both vendors during some work. */
async function callsDuring(bench: RetryBench, work: () => Promise<unknown>): Promise<readonly SeenRequest[]> {
  const seen = (await bench.control.requests(company.companyId)).at(-1)?.number ?? 0;
  await work();
  return bench.control.requests(company.companyId, seen);
}

const readsOf = (calls: readonly SeenRequest[], path: RegExp): number =>
  calls.filter((call) => call.vendor === 'acculynx' && path.test(call.path)).length;

/** Contacts of AccuLynx with a single address that no other contact has. */
async function withOwnEmail(bench: RetryBench): Promise<{ id: string; email: string }[]> {
  const contacts = await bench.control.sourceContacts(company.companyId);
  const all = contacts.flatMap(({ emailAddresses }) =>
    emailAddresses.map(({ address }) => address.toLowerCase()),
  );
  return contacts.flatMap(({ id, emailAddresses: [first, ...others] }) => {
    const email = first?.address.toLowerCase() ?? '';
    const isAlone = others.length === 0 && all.filter((address) => address === email).length === 1;
    return isAlone && isPlausibleEmail(email) ? [{ id, email }] : [];
  });
}

describe.each(['contacts', 'jobs'] as const)('%s', (type) => {
  test('When all records of a migration are retried, then each is found as it was, and nothing is written', async () => {
    const bench = await started({ jobs: 40 });
    await bench.copy(type);
    const own = bench.orchestrator.stored.filter(({ kind }) => kind === objectTypes[type].name);
    const ids = own.flatMap(({ records }) => records.map(({ sourceId }) => sourceId));
    bench.choose([...new Set(ids)]);
    const calls = await callsDuring(bench, async () => {
      const { end } = await bench.retry(type);
      expect(end).toMatchObject({ sourceCount: new Set(ids).size, failureMessage: '' });
    });
    expect(writesTo(calls)).toEqual([]);
  });
});

describe('contacts', () => {
  test('When HubSpot rejects three email addresses, then a retry with corrected ones creates these contacts, says who corrected them, and writes nothing else', async () => {
    const bench = await started();
    const rejected = (await withOwnEmail(bench)).slice(0, 3);
    expect(rejected).toHaveLength(3);
    const emails = rejected.map(({ email }) => email);
    await bench.fault({ kind: 'refuse-records', emails, property: 'email' });
    const first = await bench.copy('contacts');
    expect(
      first
        .of(FAILED)
        .map(({ sourceId, field }) => [sourceId, field])
        .sort(),
    ).toEqual(rejected.map(({ id }) => [id, 'email']).sort());

    const before = await bench.inHubspot('contacts');
    const corrected = (id: string): string => `right-${id}@example.com`.toLowerCase();
    bench.choose(rejected.map(({ id }) => [id, { email: corrected(id), city: 'Austin' }]));
    const retried = await bench.retry('contacts');
    expect(idsOf(retried.of(CREATED))).toEqual(idsOf(retried.outcomes));
    expect(idsOf(retried.outcomes)).toEqual(rejected.map(({ id }) => id).sort());
    expect(retried.end).toMatchObject({ sourceCount: 3, countedBySource: 3, foundAtEnd: 3, heldStill: true });
    expect(retried.outcomes.every(({ warnings }) => warnings.includes('corrected'))).toBe(true);
    expect(retried.log).toContainEqual(
      expect.stringMatching(/: "Email" was corrected by ann@example\.com on Nov 26, 2026$/),
    );
    const after = await bench.inHubspot('contacts');
    for (const { id } of rejected)
      expect(after.get(id)?.properties).toMatchObject({ email: corrected(id), city: 'Austin' });
    const others = [...after].filter(([id]) => !rejected.some((one) => one.id === id));
    expect(others).toEqual([...before]);
  });

  test('When HubSpot rejects a corrected address again, then the outcome says so', async () => {
    const bench = await started();
    const [one] = await withOwnEmail(bench);
    const id = one?.id ?? '';
    await bench.fault({ kind: 'refuse-records', sourceIds: [id], property: 'email' });
    bench.choose([[id, { email: 'wrong-again@example.com' }]]);
    const retried = await bench.retry('contacts');
    expect(retried.of(FAILED)).toMatchObject([
      { sourceId: id, reason: 'invalid_option', field: 'email', warnings: ['corrected'] },
    ]);
  });

  test('When HubSpot has a contact with the corrected address, then the retry updates it and creates none', async () => {
    const bench = await started();
    const [one] = await withOwnEmail(bench);
    const id = one?.id ?? '';
    const [hubspotId] = await bench.control.putTargets(company.portalId, 'contacts', [
      { email: 'ann@acme.example' },
    ]);
    bench.choose([[id, { email: 'Ann@Acme.example' }]]);
    const retried = await bench.retry('contacts');
    expect(retried.of(UPDATED)).toMatchObject([{ sourceId: id, hubspotId }]);
    expect(await bench.inHubspot('contacts')).toHaveProperty('size', 1);
  });

  test('When few contacts are retried, then each is read singly; when many are, then the list is read once', async () => {
    const bench = await started({ contacts: 120 });
    const ids = await bench.control.sourceIds(company.companyId, 'contacts');
    bench.choose(ids.slice(10, 13));
    const few = await callsDuring(bench, () => bench.retry('contacts'));
    expect([readsOf(few, /contacts\/[^/]+$/), readsOf(few, /contacts$/)]).toEqual([3, 0]);
    bench.choose(ids.slice(10, 110));
    const many = await callsDuring(bench, () => bench.retry('contacts'));
    expect(readsOf(many, /contacts\/[^/]+$/)).toBe(0);
    // Three pages, the length before, and a check whether the list has changed.
    expect(readsOf(many, /contacts$/)).toBeLessThanOrEqual(5);
  });

  test('When AccuLynx does not have a contact any more, then it is left out by its name, and the account adds up', async () => {
    const bench = await started();
    const ids = (await bench.control.sourceIds(company.companyId, 'contacts')).slice(0, 2);
    await bench.control.deleteFromSource(company.companyId, 'contacts', { ids: ids.slice(1) });
    bench.choose(ids);
    const retried = await bench.retry('contacts');
    expect(retried.of(SKIPPED)).toMatchObject([
      { sourceId: ids[1], name: `Record ${ids[1] ?? ''}`, reason: 'gone_from_acculynx' },
    ]);
    expect(retried.outcomes).toHaveLength(2);
    expect(retried.end).toMatchObject({ sourceCount: 2, countedBySource: 2, foundAtEnd: 2, heldStill: true });
  });

  test('When the worker is lost in the middle, then the next one continues behind it, and each chosen contact is accounted for once', async () => {
    const bench = await started({ contacts: 150 });
    const ids = (await bench.control.sourceIds(company.companyId, 'contacts')).toReversed().slice(0, 130);
    bench.choose(ids);
    const { orchestrator } = bench;
    orchestrator.beforeStore = ({ batch }) => {
      if (batch === 5) orchestrator.stopped = 'lost';
      return Promise.resolve();
    };
    const first = await bench.retry('contacts');
    expect(first.end).toBeUndefined();
    orchestrator.stopped = null;
    orchestrator.beforeStore = () => Promise.resolve();
    const second = await bench.retry('contacts');
    expect(first.outcomes.length).toBeGreaterThan(0);
    expect(idsOf([...first.outcomes, ...second.outcomes])).toEqual(ids.toSorted());
    expect(second.end).toMatchObject({ sourceCount: 130, countedBySource: 130, foundAtEnd: 130 });
    expect((await bench.inHubspot('contacts')).size).toBe(130);
  });
});

describe('jobs', () => {
  test('When HubSpot rejects deals, then a retry with a corrected value creates them with their contacts and associations, and leaves out a job that AccuLynx does not have any more', async () => {
    const bench = await started({ jobs: 40 });
    const jobs = (await bench.control.sourceJobs(company.companyId)).filter(
      ({ assigned, currentMilestone }) => assigned && currentMilestone !== 'Dead',
    );
    const [kept, gone] = [jobs[3], jobs[7]];
    if (!kept || !gone) throw new Error('There are too few jobs');
    await bench.fault({ kind: 'refuse-records', sourceIds: [kept.id, gone.id], property: 'amount' });
    const first = await bench.copy('jobs');
    expect(idsOf(first.of(FAILED).filter(({ field }) => field === 'amount'))).toEqual(
      [kept.id, gone.id].sort(),
    );
    await bench.control.clearFaults();
    await bench.control.deleteFromSource(company.companyId, 'jobs', { ids: [gone.id] });

    const before = await bench.inHubspot('jobs');
    const people = await bench.inHubspot('contacts');
    bench.choose([[kept.id, { amount: '1234.5', acculynx_priority: 'High' }], gone.id]);
    const calls = await callsDuring(bench, async () => {
      const retried = await bench.retry('jobs');
      const own = retried.outcomes.filter(({ sourceId }) => [kept.id, gone.id].includes(sourceId));
      expect(own).toHaveLength(2);
      expect(retried.of(SKIPPED)).toMatchObject([{ sourceId: gone.id, reason: 'gone_from_acculynx' }]);
      expect(retried.end).toMatchObject({ sourceCount: 2, countedBySource: 2 });
    });
    const after = await bench.inHubspot('jobs');
    expect(after.get(kept.id)?.properties).toMatchObject({ amount: '1234.5', acculynx_priority: 'High' });
    expect([...after].filter(([id]) => id !== kept.id)).toEqual([...before]);
    expect((await bench.inHubspot('contacts')).size).toBe(people.size);
    expect(writesTo(calls).map(({ path }) => path)).toEqual([
      expect.stringMatching(/deals\/batch\/upsert$/),
      expect.stringMatching(/associations\//),
    ]);
  });

  test('When a job is not assigned, or many are retried, then all of them are found with the fewest calls', async () => {
    const bench = await started({ jobs: 60 });
    const jobs = await bench.control.sourceJobs(company.companyId);
    const unassigned = jobs.find(({ assigned }) => !assigned)?.id ?? '';
    bench.choose([unassigned]);
    const one = await callsDuring(bench, async () => {
      expect((await bench.retry('jobs')).of(CREATED).map(({ sourceId }) => sourceId)).toContain(unassigned);
    });
    expect(readsOf(one, /jobs\/[^/]+$/)).toBe(1);
    const all = jobs.flatMap(({ id, currentMilestone }) => (currentMilestone === 'Dead' ? [] : id));
    bench.choose(all);
    const many = await callsDuring(bench, async () => {
      const { outcomes, end } = await bench.retry('jobs');
      expect(outcomes.filter(({ sourceId }) => all.includes(sourceId))).toHaveLength(all.length);
      expect(end).toMatchObject({ sourceCount: all.length });
    });
    expect(readsOf(many, /jobs\/[^/]+$/)).toBe(0);
  });
});
