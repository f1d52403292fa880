import { contactType, defaultOptions, jobType } from '@ridgeline/contracts';
import { RoundResult } from '@ridgeline/events';
import { startSimulators, type Simulators } from '@ridgeline/simulators';
import { simulatorControl, type SimulatorControl } from '@ridgeline/testkit/integration';
import { afterEach, describe, expect, test } from '@jest/globals';
import { preparePortal } from '../objects/testing/simulated-world.ts';
import { RunStopped } from '../base/run-errors.ts';
import { aLease } from '../lease/testing/a-lease.ts';
import { company, simulated } from '../testing/bench-company.ts';
import { openSimulated } from '../vendors/testing/simulated-vendors.ts';
import { runSync } from './run-sync.ts';
import { aDueRecord, aRound, aSync } from './testing.ts';

let simulators: Simulators;
let control: SimulatorControl;
const leases: Disposable[] = [];
afterEach(async () => {
  for (const lease of leases.splice(0)) lease[Symbol.dispose]();
  await simulators.stop();
});

const options = { ...defaultOptions, includeNoEmailContacts: true };
const now = () => new Date().toISOString();

async function start(): Promise<void> {
  simulators = await startSimulators({ ...simulated, companies: [{ ...company, contacts: 40, jobs: 60 }] });
  control = simulatorControl(simulators.addresses.control);
  for (const type of [contactType, jobType]) await preparePortal(control, simulators.addresses.hubspot, type);
}

/** Runs these rounds with the simulated vendors; returns the reports, and the orchestrator's side. */
const synced = (...rounds: Parameters<typeof aSync>[0][number][]) => syncedWith({}, ...rounds);

/** The same, where contacts of jobs are linked already. */
async function syncedWith(
  links: Readonly<Record<string, string>>,
  ...rounds: Parameters<typeof aSync>[0][number][]
) {
  const sync = aSync(rounds, { openVendors: openSimulated(simulators.addresses) });
  leases.push(sync.lease);
  for (const [sourceId, hubspotId] of Object.entries(links)) sync.ledger.links.set(sourceId, hubspotId);
  for (const { sourceId, hubspotId } of rounds.flatMap((one) => ('records' in one ? one.records : [])))
    if (hubspotId !== null) sync.ledger.links.set(sourceId, hubspotId);
  const exit = await runSync(sync.services, sync.lease);
  const ends = sync.reports().flatMap(({ report }) => (report.case === 'roundDone' ? [report.value] : []));
  return { ...sync, exit, ends };
}

describe('Rounds of auto-sync against the simulated vendors', () => {
  test('When contacts were added and changed, then HubSpot has their newest state, and what is gone is reported', async () => {
    await start();
    const [first, second] = await control.sourceContacts(company.companyId);
    const records = [aDueRecord(first?.id ?? ''), aDueRecord(second?.id ?? ''), aDueRecord('gone')];
    const added = await synced(aRound({ options, takenAt: now(), records }));
    expect(added.ends).toMatchObject([
      { result: RoundResult.DONE, absent: [{ sourceId: 'gone' }], reason: '' },
    ]);
    await control.changeSourceContact(company.companyId, first?.id ?? '', { lastName: 'Renamed' });
    const linked = (await control.targetContacts(company.portalId)).find(
      ({ properties }) => properties['acculynx_contact_id'] === first?.id,
    );
    const change = aDueRecord(first?.id ?? '', { hubspotId: linked?.id ?? null });
    await synced(aRound({ options, takenAt: now(), records: [change] }));
    const names = (await control.targetContacts(company.portalId)).map(
      ({ properties }) => properties['lastname'],
    );
    expect(names).toHaveLength(2);
    expect(names).toContain('Renamed');
  });

  test('When contacts without an email are not included, then a linked one still follows its changes', async () => {
    await start();
    const { companyId, portalId } = company;
    const { id } = await control.createSourceContact(companyId, { email: null, lastName: 'Before' });
    const { id: other } = await control.createSourceContact(companyId, { email: null });
    await synced(aRound({ options, takenAt: now(), records: [aDueRecord(id)] }));
    const [before] = await control.targetContacts(portalId);
    await control.changeSourceContact(companyId, id, { lastName: 'After' });
    const records = [aDueRecord(id, { hubspotId: before?.id ?? null }), aDueRecord(other)];
    await synced(aRound({ options: { ...options, includeNoEmailContacts: false }, takenAt: now(), records }));
    expect(await control.targetContacts(portalId)).toMatchObject([
      { id: before?.id, properties: { lastname: 'After' } },
    ]);
  });

  test('When a contact gets an address that another one keeps, then its former one goes to the contact that has it now', async () => {
    await start();
    const { companyId, portalId } = company;
    const ids = await Promise.all(
      ['kept', 'former', 'last'].map(async (name) => {
        const { id } = await control.createSourceContact(companyId, { email: `${name}@example.com` });
        return id;
      }),
    );
    await synced(aRound({ options, takenAt: now(), records: ids.map((id) => aDueRecord(id)) }));
    const inHubspot = async () =>
      new Map(
        (await control.targetContacts(portalId)).map((record) => [
          record.properties['acculynx_contact_id'],
          record,
        ]),
      );
    const linked = await inHubspot();
    const [, second = '', third = ''] = ids;
    await control.changeSourceContact(companyId, second, { email: 'kept@example.com' });
    await control.changeSourceContact(companyId, third, { email: 'former@example.com' });
    const records = [second, third].map((id) => aDueRecord(id, { hubspotId: linked.get(id)?.id ?? null }));
    await synced(aRound({ options, takenAt: now(), records }));
    const after = await inHubspot();
    expect(ids.map((id) => after.get(id)?.properties['email'] ?? null)).toEqual([
      'kept@example.com',
      null,
      'former@example.com',
    ]);
  });

  test('When jobs are due, assigned and unassigned ones, then their deals and contacts are there, associated', async () => {
    await start();
    const jobs = (await control.sourceJobs(company.companyId)).filter(
      ({ currentMilestone }) => currentMilestone !== 'Dead',
    );
    const people = new Set((await control.sourceContacts(company.companyId)).map(({ id }) => id));
    // Some jobs name a contact that was deleted.
    const whole = jobs.filter(({ contacts }) => contacts.some(({ contactId }) => people.has(contactId)));
    const chosen = [
      ...whole.filter(({ assigned }) => assigned).slice(0, 3),
      ...whole.filter(({ assigned }) => !assigned).slice(0, 3),
    ];
    const knownAt = (modified: string | null): string => modified ?? now();
    const records = chosen.map(({ id, modifiedDate }) => aDueRecord(id, { knownAt: knownAt(modifiedDate) }));
    const { ends } = await synced(aRound({ migrationType: 'jobs', options, takenAt: now(), records }));
    expect(ends).toMatchObject([{ result: RoundResult.DONE, absent: [] }]);
    const deals = await control.targetDeals(company.portalId);
    expect(deals.map(({ properties }) => properties['acculynx_job_id']).sort()).toEqual(
      chosen.map(({ id }) => id).sort(),
    );
    const associations = await control.targetAssociations(company.portalId, 'deals', 'contacts');
    expect(new Set(associations.map(({ fromId }) => fromId)).size).toBe(chosen.length);
  });

  test('When people merged a contact before its new job is copied, then the deal goes with what both became', async () => {
    await start();
    const { companyId, portalId } = company;
    const people = [];
    for (let made = 0; made < 2; made += 1) people.push(await control.createSourceContact(companyId));
    const ids = people.map(({ id }) => id);
    await synced(aRound({ options, takenAt: now(), records: ids.map((id) => aDueRecord(id)) }));
    const records = await control.targetContacts(portalId);
    const [loser = '', winner = ''] = ids.map(
      (id) => records.find(({ properties }) => properties['acculynx_contact_id'] === id)?.id ?? '',
    );
    const { id: jobId } = await control.createSourceJob(companyId, { contactIds: ids.slice(0, 1) });
    const became = await control.mergeTarget(portalId, 'contacts', loser, winner);
    const round = aRound({ migrationType: 'jobs', options, takenAt: now(), records: [aDueRecord(jobId)] });
    const links = Object.fromEntries(ids.map((id, place) => [id, place === 0 ? loser : winner]));
    const { ends } = await syncedWith(links, round);
    expect(ends).toMatchObject([{ result: RoundResult.DONE }]);
    const [deal] = await control.targetDeals(portalId);
    expect(await control.targetAssociations(portalId, 'deals', 'contacts')).toEqual([
      { fromId: deal?.id, toId: became, labels: [] },
    ]);
  });

  test('When a job was there before auto-sync was switched on, or its lead died, then no deal is created', async () => {
    await start();
    const jobs = await control.sourceJobs(company.companyId);
    const old = jobs.find(({ currentMilestone }) => currentMilestone !== 'Dead');
    const dead = jobs.find(({ currentMilestone }) => currentMilestone === 'Dead');
    const records = [aDueRecord(old?.id ?? '', { isNew: false }), aDueRecord(dead?.id ?? '')].map((due) => ({
      ...due,
      knownAt: '2020-01-01T00:00:00.000Z',
    }));
    const { ends } = await synced(
      aRound({ migrationType: 'jobs', options, since: now(), takenAt: now(), records }),
    );
    expect(ends).toMatchObject([{ absent: [{ sourceId: old?.id }, { sourceId: dead?.id }] }]);
    expect(await control.targetDeals(company.portalId)).toEqual([]);
  });

  test('When the key is revoked, then the round is put back and that is reported, without a word of migrations', async () => {
    await start();
    await control.addFault({ vendor: 'acculynx', effect: { kind: 'revoke' } });
    const { ends, refusals } = await synced(aRound({ options, takenAt: now(), records: [aDueRecord('a')] }));
    expect(ends).toMatchObject([
      {
        result: RoundResult.PUT_BACK,
        reason: 'AccuLynx no longer accepts the API key of this connection. Update the connection.',
      },
    ]);
    expect(refusals).toEqual(['AccuLynx']);
  });

  test('When a worker stops between the deals of a round and their associations, then the next one makes them', async () => {
    await start();
    const people = new Set((await control.sourceContacts(company.companyId)).map(({ id }) => id));
    const job = (await control.sourceJobs(company.companyId)).find(
      ({ assigned, contacts }) => assigned && contacts.every(({ contactId }) => people.has(contactId)),
    );
    const records = [aDueRecord(job?.id ?? '', { knownAt: job?.modifiedDate ?? now() })];
    const round = aRound({ migrationType: 'jobs', options, takenAt: now(), records });
    const sync = aSync([round, { ...round, records: [], nextBatch: 3 }], {
      openVendors: openSimulated(simulators.addresses),
    });
    const next = aLease();
    leases.push(sync.lease, next);
    sync.ledger.beforeStore = ({ batch }) =>
      batch === 3 ? Promise.reject(new RunStopped('shutdown')) : Promise.resolve();
    await runSync(sync.services, sync.lease);
    expect(sync.reports().map(({ report }) => report.case)).toEqual(['batchDone', 'batchDone']);
    sync.ledger.beforeStore = () => Promise.resolve();
    await runSync(sync.services, next);
    expect(sync.reports().at(-1)?.report).toMatchObject({
      case: 'roundDone',
      value: { result: RoundResult.DONE },
    });
    const associations = await control.targetAssociations(company.portalId, 'deals', 'contacts');
    expect(associations).toHaveLength(job?.contacts.length ?? 0);
  });
});
