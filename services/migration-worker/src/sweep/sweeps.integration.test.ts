import type { SweepOrder } from '@ridgeline/contracts/internal';
import { startSimulators, type Simulators } from '@ridgeline/simulators';
import { simulatorControl, type SimulatorControl } from '@ridgeline/testkit/integration';
import { afterEach, describe, expect, test } from '@jest/globals';
import { company, simulated } from '../testing/bench-company.ts';
import { openSimulated } from '../vendors/testing/simulated-vendors.ts';
import { anOrder, FakeSweeps, sweeping } from './testing.ts';

let simulators: Simulators;
let control: SimulatorControl;
afterEach(() => simulators.stop());

const { companyId } = company;
const finished = { exit: 'over' };
/** A page of contacts, and one of jobs or of a search. */
const [contactsOfPage, jobsOfPage] = [50, 25];

async function start(size: { readonly contacts?: number; readonly jobs?: number }): Promise<void> {
  simulators = await startSimulators({
    ...simulated,
    companies: [{ ...company, contacts: 0, jobs: 0, ...size }],
  });
  control = simulatorControl(simulators.addresses.control);
}

/** A sweep over the simulated vendors. */
const aSweep = (order: Partial<SweepOrder> = {}) =>
  sweeping(new FakeSweeps(anOrder(order)), openSimulated(simulators.addresses));

const disturb = (path: 'contacts' | 'jobs', effect: object, when: object = {}) =>
  control.addFault({ vendor: 'acculynx', path: `/api/v2/${path}`, ...when, effect });

describe('A sweep of all records', () => {
  test('When one edit was lost among some thousand contacts, then it is found, with a call for each page', async () => {
    await start({ contacts: 3_000 });
    const sweep = aSweep();
    expect(await sweep.run()).toEqual(finished);
    expect(new Set(sweep.orchestrator.reportedIds).size).toBe(3_000);
    const [edited = ''] = (await control.sourceIds(companyId, 'contacts')).slice(1_700);
    await control.changeSourceContact(companyId, edited, { lastName: 'Renamed' });

    const { orchestrator } = sweep;
    [orchestrator.due, orchestrator.calls] = [[], 0];
    expect(await sweep.run()).toEqual(finished);
    expect(orchestrator.due).toMatchObject([
      { sourceId: edited, name: expect.stringContaining('Renamed'), changedAt: null, createdAt: null },
    ]);
    expect(orchestrator.calls).toBeLessThanOrEqual((3_000 / contactsOfPage) * 1.05);
  });

  test('When a contact before the place of reading is deleted, then none of the others is left out', async () => {
    await start({ contacts: 400 });
    await disturb('contacts', { kind: 'shift', action: 'delete', at: 'front' }, { after: 3, times: 2 });
    const { orchestrator, run } = aSweep();
    expect(await run()).toEqual(finished);
    const left = await control.sourceIds(companyId, 'contacts');
    expect(left).toHaveLength(398);
    expect(left.filter((id) => !orchestrator.reportedIds.includes(id))).toEqual([]);
  });

  test.each<['contacts' | 'jobs', number]>([
    ['contacts', contactsOfPage],
    ['jobs', jobsOfPage],
  ])(
    'When its worker dies after each page of %s, then the next one continues there',
    async (migrationType, size) => {
      await start({ contacts: 300, jobs: 200 });
      const { orchestrator, run } = aSweep({ migrationType });
      const exits: unknown[] = [];
      for (let worker = 0; worker < 30 && !exits.includes('over'); worker += 1) {
        orchestrator.diesAfter = 1;
        exits.push((await run()).exit);
      }
      expect(exits.slice(0, -1)).toEqual(orchestrator.pages.map(() => 'lost'));
      expect(exits.at(-1)).toBe('over');
      const ids = await control.sourceIds(companyId, migrationType);
      expect(ids.length).toBeGreaterThan(100);
      expect(ids.filter((id) => !orchestrator.reportedIds.includes(id))).toEqual([]);
      expect(orchestrator.pages.every(({ records }) => records.length <= size)).toBe(true);
      // Nothing is read twice, except what a worker reads to find its position.
      expect(orchestrator.reportedIds.length).toBeLessThanOrEqual(ids.length * 1.2);
    },
  );

  test.each(['contacts', 'jobs'] as const)(
    'When there are no %s, then it ends with nothing to compare',
    async (migrationType) => {
      await start({});
      for (const pass of ['all', 'recent'] as const) {
        const { orchestrator, run } = aSweep({ migrationType, pass });
        expect(await run()).toEqual(finished);
        expect([pass, orchestrator.reportedIds, orchestrator.calls <= 4]).toEqual([pass, [], true]);
      }
    },
  );
});

describe('A sweep of what is recent', () => {
  const now = () => new Date().toISOString();

  test('When a contact was created today, then a search finds it, in the state that the list shows', async () => {
    await start({ contacts: 60 });
    const { id } = await control.createSourceContact(companyId);
    const all = aSweep();
    await all.run();
    const { orchestrator, run } = aSweep({ pass: 'recent', after: now() });
    for (const [sourceId, digest] of all.orchestrator.states) orchestrator.states.set(sourceId, digest);
    expect(await run()).toEqual(finished);
    expect(orchestrator.reportedIds).toContain(id);
    expect(orchestrator.due).toEqual([]);
  });

  test('When more contacts were created than a page holds and its worker dies after each, then the next one continues there', async () => {
    await start({});
    await control.insertIntoSource(companyId, 'contacts', { count: 4 * jobsOfPage + 3 });
    const { orchestrator, run } = aSweep({ pass: 'recent', after: now() });
    for (let worker = 0; worker < 9 && orchestrator.ends === 0; worker += 1) {
      orchestrator.diesAfter = 1;
      await run();
    }
    expect(orchestrator.ends).toBe(1);
    const ids = await control.sourceIds(companyId, 'contacts');
    expect(ids.filter((id) => !orchestrator.reportedIds.includes(id))).toEqual([]);
    expect(orchestrator.pages).toHaveLength(5);
  });

  test('When more jobs were changed in one second than a page holds, then all are found, and no page of older ones is read', async () => {
    await start({ contacts: 10, jobs: 200 });
    const jobs = await control.sourceJobs(companyId);
    const [changed, second] = [jobs.slice(0, 70), `${now().slice(0, 19)}Z`];
    for (const { id } of changed) await control.changeSourceJob(companyId, id, { modifiedDate: second });
    const { orchestrator, run } = aSweep({ migrationType: 'jobs', pass: 'recent', after: second });
    expect(await run()).toEqual(finished);
    const { reportedIds } = orchestrator;
    expect(changed.filter(({ id }) => !reportedIds.includes(id))).toEqual([]);
    // 70 jobs in two lists take five pages at most.
    expect(orchestrator.calls).toBeLessThanOrEqual(5);
    expect(orchestrator.pages.flatMap(({ records }) => records)[0]?.changedAt).toBe(
      new Date(second).toISOString(),
    );
  });

  test('When its worker dies after each page of changed jobs, then the next one continues there, and reads none of the older ones', async () => {
    await start({ contacts: 10, jobs: 200 });
    const jobs = await control.sourceJobs(companyId);
    const [changed, second] = [jobs.slice(0, 70), `${now().slice(0, 19)}Z`];
    for (const { id } of changed) await control.changeSourceJob(companyId, id, { modifiedDate: second });
    const { orchestrator, run } = aSweep({ migrationType: 'jobs', pass: 'recent', after: second });
    for (let worker = 0; worker < 9 && orchestrator.ends === 0; worker += 1) {
      orchestrator.diesAfter = 1;
      await run();
    }
    expect(orchestrator.ends).toBe(1);
    expect(changed.filter(({ id }) => !orchestrator.reportedIds.includes(id))).toEqual([]);
    expect(orchestrator.pages.length).toBeLessThanOrEqual(5);
    expect(orchestrator.calls).toBe(orchestrator.pages.length);
  });

  test('When jobs leave a list before the place of reading, then none of the others is left out', async () => {
    await start({ contacts: 10, jobs: 300 });
    const jobs = await control.sourceJobs(companyId);
    const second = `${now().slice(0, 19)}Z`;
    for (const { id } of jobs) await control.changeSourceJob(companyId, id, { modifiedDate: second });
    await disturb('jobs', { kind: 'shift', action: 'delete', at: 'front', count: 2 }, { after: 4, times: 3 });
    const { orchestrator, run } = aSweep({ migrationType: 'jobs', pass: 'recent', after: second });
    expect(await run()).toEqual(finished);
    const left = (await control.sourceJobs(companyId)).map(({ id }) => id);
    expect(left.length).toBeLessThan(jobs.length);
    expect(left.filter((id) => !orchestrator.reportedIds.includes(id))).toEqual([]);
  });

  test('When a lead is dead and the connection does not copy it, then it is not told as created since the switch', async () => {
    await start({ contacts: 10, jobs: 100 });
    const { orchestrator, run } = aSweep({ migrationType: 'jobs' });
    await run();
    const dead = new Set(
      (await control.sourceJobs(companyId)).flatMap(({ id, currentMilestone }) =>
        currentMilestone === 'Dead' ? id : [],
      ),
    );
    const records = orchestrator.pages.flatMap((page) => page.records);
    expect(dead.size).toBeGreaterThan(0);
    for (const { sourceId, createdAt } of records) expect(createdAt === null).toBe(dead.has(sourceId));
  });
});

describe('A sweep that cannot go on', () => {
  test('When AccuLynx is unavailable for a while, then its calls are repeated, and counted', async () => {
    await start({ contacts: 120 });
    await disturb('contacts', { kind: 'http-error', status: 503 }, { times: 3 });
    const { orchestrator, run } = aSweep();
    expect(await run()).toEqual(finished);
    expect(new Set(orchestrator.reportedIds).size).toBe(120);
    expect(orchestrator.calls).toBeGreaterThanOrEqual(3 + 3);
  });

  test('When AccuLynx says that it is unavailable for long, then the sweep is handed back for so long, and continues at its place', async () => {
    await start({ contacts: 300 });
    await disturb(
      'contacts',
      { kind: 'http-error', status: 503, retryAfterSeconds: 900 },
      { after: 4, times: 1 },
    );
    const { orchestrator, run } = aSweep();
    expect(await run()).toMatchObject({
      exit: 'handed-back',
      wait: { reason: expect.stringMatching(/AccuLynx/) },
    });
    const first = orchestrator.reportedIds.length;
    expect(first).toBeGreaterThan(0);
    expect(await run()).toEqual(finished);
    expect(new Set(orchestrator.reportedIds).size).toBe(300);
    expect(orchestrator.reportedIds.length).toBeLessThan(300 + first);
  });

  test('When the key is revoked, then that is reported, and the sweep is left alone for some minutes', async () => {
    await start({ contacts: 10 });
    await control.addFault({ vendor: 'acculynx', effect: { kind: 'revoke' } });
    const { refusals, run } = aSweep();
    expect(await run()).toEqual({
      exit: 'handed-back',
      wait: {
        ms: 300_000,
        reason: 'AccuLynx no longer accepts the API key of this connection. Update the connection.',
      },
    });
    expect(refusals).toEqual(['AccuLynx']);
  });

  test('When AccuLynx rejects a page each time, then the sweep is left alone for some minutes', async () => {
    await start({ contacts: 300 });
    await disturb('contacts', { kind: 'http-error', status: 400, body: 'json' }, { after: 4 });
    const { orchestrator, run } = aSweep();
    expect(await run()).toMatchObject({ exit: 'handed-back', wait: { ms: 300_000 } });
    expect(orchestrator.pages.length).toBeGreaterThan(0);
  });

  test('When the worker shuts down, then the sweep is handed back immediately', async () => {
    await start({ contacts: 300 });
    const { orchestrator, begin } = aSweep();
    const reached = Promise.withResolvers<undefined>();
    orchestrator.onPage = () => {
      reached.resolve(undefined);
      return Promise.resolve();
    };
    const { lease, exit } = begin();
    await reached.promise;
    lease.stop('shutdown');
    expect(await exit).toEqual({ exit: 'handed-back' });
    expect(orchestrator.ends).toBe(0);
  });
});
