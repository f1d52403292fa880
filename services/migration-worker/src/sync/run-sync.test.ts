import type { AcculynxClient } from '@ridgeline/acculynx';
import { Absence, OutcomeKind, RoundResult } from '@ridgeline/events';
import { ungoverned } from '@ridgeline/governed-vendors/testing';
import type { HubspotClient } from '@ridgeline/hubspot';
import { eventually } from '@ridgeline/testkit/eventually';
import { describe, expect, test } from '@jest/globals';
import { RunFailed } from '../base/run-errors.ts';
import { company } from '../testing/bench-company.ts';
import { contactMigration } from '../objects/contact/contact-migration.ts';
import { aContact, aDueRecord, aRound, syncing } from './testing.ts';

const cases = (reports: readonly { readonly report: { readonly case: string | undefined } }[]) =>
  reports.map(({ report }) => report.case);

describe('A held sync copies what is due, round after round', () => {
  test('When new contacts are due, then they are copied, and the end of the round follows their batch', async () => {
    const { run, contacts, target, ledger, announced, reports } = syncing([
      aRound({ round: 5, records: [aDueRecord('a'), aDueRecord('b')] }),
    ]);
    for (const id of ['a', 'b']) contacts.set(id, aContact(id));
    expect(await run()).toEqual({ exit: 'handed-back' });
    expect(announced).toEqual([company.acculynxApiKey]);
    expect(target.records.map(({ properties }) => properties['email']).sort()).toEqual([
      'a@example.com',
      'b@example.com',
    ]);
    expect(ledger.stored).toMatchObject([{ batch: 1, kind: 'contact', readAt: '2026-11-25T10:00:02.000Z' }]);
    expect(reports()).toMatchObject([
      {
        syncId: 7,
        epoch: 3,
        round: 5,
        processId: 'p-1',
        report: {
          case: 'batchDone',
          value: {
            batch: 1,
            outcomes: [
              { sourceId: 'a', kind: OutcomeKind.CREATED },
              { sourceId: 'b', kind: OutcomeKind.CREATED },
            ],
          },
        },
      },
      { round: 5, report: { case: 'roundDone', value: { result: RoundResult.DONE, absent: [] } } },
    ]);
  });

  test('When a record is gone, or is neither linked nor new, then it is reported as absent and the others are copied', async () => {
    const { run, contacts, created, ledger, reports } = syncing([
      aRound({
        records: [
          aDueRecord('gone'),
          aDueRecord('old', { isNew: false }),
          aDueRecord('new', { isNew: false }),
          aDueRecord('linked', { isNew: false, hubspotId: '900' }),
        ],
      }),
    ]);
    for (const id of ['old', 'new', 'linked']) contacts.set(id, aContact(id));
    created.push('new', 'other');
    await run();
    expect(ledger.stored.flatMap(({ records }) => records.map(({ sourceId }) => sourceId))).toEqual([
      'new',
      'linked',
    ]);
    expect(reports().at(-1)?.report).toMatchObject({
      case: 'roundDone',
      value: {
        result: RoundResult.DONE,
        absent: [
          { sourceId: 'gone', absence: Absence.GONE, name: '' },
          { sourceId: 'old', absence: Absence.NOT_NEW, name: 'old' },
        ],
      },
    });
  });

  test('When a day has passed since all new records were known, then those of the search are noted before the round is over', async () => {
    const records = [aDueRecord('new', { isNew: false })];
    const round = aRound({ records, createdKnownUntil: '2026-11-24T09:00:00.000Z' });
    const { run, contacts, created, notedAsNew } = syncing([round]);
    contacts.set('new', aContact('new'));
    created.push('new', 'other');
    await run();
    expect(notedAsNew).toEqual([{ sourceIds: ['new', 'other'], from: '2026-11-24', until: round.takenAt }]);
  });

  test('When a newer plan is stored for a record, then it is left out of the plan and stays due', async () => {
    const { run, contacts, ledger, target, reports } = syncing([
      aRound({ records: [aDueRecord('a'), aDueRecord('b')] }),
    ]);
    for (const id of ['a', 'b']) contacts.set(id, aContact(id));
    ledger.conflicts = [{ outdated: [{ sourceId: 'a', hubspotId: '1' }] }];
    await run();
    expect(ledger.stored.map(({ records }) => records.map(({ sourceId }) => sourceId))).toEqual([['b']]);
    expect(target.records).toHaveLength(1);
    expect(reports().at(-1)?.report).toMatchObject({ value: { result: RoundResult.DONE, absent: [] } });
  });

  test('When an orchestrator of the release before hands a round out again, then it is not copied twice', async () => {
    const round = aRound({ records: [aDueRecord('a')] });
    const again = { round, waitMs: null, open: undefined };
    const { run, contacts, calls, reports } = syncing([round, again, { round: null, waitMs: 1 }]);
    contacts.set('a', aContact('a'));
    expect(await run()).toEqual({ exit: 'handed-back' });
    expect(calls).toEqual(['a']);
    expect(cases(reports())).toEqual(['batchDone', 'roundDone']);
  });

  test('When an earlier worker left a round, then its plan is executed as it stands and its records are not planned again', async () => {
    const first = syncing([aRound({ records: [aDueRecord('a')] })]);
    first.contacts.set('a', aContact('a'));
    await first.run();
    const unfinished = first.ledger.stored.slice(0, 1);
    const second = syncing([aRound({ records: [aDueRecord('a')], unfinished, nextBatch: 2 })]);
    second.contacts.set('a', aContact('a'));
    for (const plan of unfinished) await second.ledger.storePlan({ runId: 7, epoch: 1 }, plan);
    await second.run();
    expect(second.ledger.stored).toHaveLength(1);
    expect(second.target.records).toHaveLength(1);
    expect(cases(second.reports())).toEqual(['batchDone', 'roundDone']);
  });

  test('When existing records are not noted yet, then that is done before any record is read', async () => {
    const { run, created, contacts, calls, noted } = syncing([
      aRound({ existingNoted: false, records: [aDueRecord('a')] }),
    ]);
    contacts.set('a', aContact('a'));
    created.push('x', 'y');
    await run();
    expect(noted).toEqual([{ sourceIds: ['x', 'y'], complete: true }]);
    expect(calls).toEqual(['created 0', 'a']);
  });
});

describe('What keeps a round from being copied', () => {
  test('When a credential is rejected, then the round is put back, and that is reported', async () => {
    const refused = { outcome: 'refused', status: 401, scopes: [] } as const;
    const { run, refusals, reports } = syncing([aRound({ records: [aDueRecord('a')] })], {
      openVendors: () => ({
        acculynx: () => ungoverned({} as AcculynxClient),
        hubspot: () => ({
          ...ungoverned({} as HubspotClient),
          attempt: () => Promise.resolve(refused),
        }),
      }),
    });
    await run();
    expect(refusals).toEqual(['HubSpot']);
    expect(reports().map(({ report }) => report)).toMatchObject([
      { case: 'roundDone', value: { result: RoundResult.PUT_BACK, retryAfterMs: 0 } },
    ]);
  });

  test('When a credential is rejected after records were copied, then the round is left, for what follows them', async () => {
    const { run, contacts, ledger, refusals, reports } = syncing([aRound({ records: [aDueRecord('a')] })]);
    contacts.set('a', aContact('a'));
    ledger.openValues = () =>
      Promise.reject(new RunFailed('The token is rejected', { refusedBy: 'HubSpot' }));
    expect(await run()).toEqual({
      exit: 'handed-back',
      wait: { ms: 10_000, reason: 'The token is rejected' },
    });
    expect(refusals).toEqual(['HubSpot']);
    expect(cases(reports())).toEqual(['batchDone']);
  });

  test('When an error on our side ends a round, then it has failed, and the next one is taken', async () => {
    const { run, contacts, reports } = syncing(
      [
        aRound({ round: 1, migrationType: 'jobs', records: [aDueRecord('j')] }),
        aRound({ round: 2, records: [aDueRecord('a')] }),
      ],
      { objectOf: (type) => (type === 'contacts' ? contactMigration : undefined) },
    );
    contacts.set('a', aContact('a'));
    await run();
    expect(
      reports().flatMap(({ round, report }) =>
        report.case === 'roundDone' ? [[round, report.value.result]] : [],
      ),
    ).toEqual([
      [1, RoundResult.FAILED],
      [2, RoundResult.DONE],
    ]);
  });

  test('When an error on our side ends a round whose batch is not reported, then the failure is reported, and the round is left', async () => {
    const plan = {
      batch: 1,
      revision: 1,
      kind: 'parcel',
      pass: 'records',
      cursor: null,
      records: [],
    } as const;
    const { run, reports } = syncing([aRound({ unfinished: [plan], nextBatch: 2 })]);
    expect(await run()).toMatchObject({ exit: 'handed-back', wait: { ms: 10_000 } });
    expect(reports().map(({ report }) => report)).toMatchObject([
      { case: 'roundDone', value: { result: RoundResult.FAILED } },
    ]);
  });

  test('When the lease is lost, then nothing more is reported', async () => {
    const { run, lease, ledger, contacts, reports } = syncing([aRound({ records: [aDueRecord('a')] })]);
    contacts.set('a', aContact('a'));
    ledger.beforeStore = () => {
      lease.stop('lost');
      return Promise.resolve();
    };
    expect(await run()).toEqual({ exit: 'lost' });
    expect(reports()).toEqual([]);
  });

  test('When the worker stops while a round waits, then the sync is handed back and the round stays as it is', async () => {
    const { run, lease, reports } = syncing([{ round: null, waitMs: 60_000 }]);
    const over = run();
    await eventually(() => expect(lease.stopReason).toBeNull(), { what: 'the sync to wait' });
    lease.stop('shutdown');
    expect(await over).toEqual({ exit: 'handed-back' });
    expect(reports()).toEqual([]);
  });

  test('When another run has something of the plan in hand, then the records are looked up again before it is sent again', async () => {
    const { run, contacts, ledger, target } = syncing([aRound({ records: [aDueRecord('a')] })]);
    contacts.set('a', aContact('a'));
    ledger.conflicts = [{ inUse: true }];
    const before = ledger.beforeStore;
    let plans = 0;
    ledger.beforeStore = async (plan) => {
      plans += 1;
      // In the meantime the other run has created and linked the contact.
      if (plans === 1)
        ledger.links.set('a', target.add({ email: 'a@example.com', acculynx_contact_id: 'a' }));
      await before(plan);
    };
    await run();
    expect(plans).toBe(2);
    expect(ledger.stored.flatMap(({ records }) => records)).toMatchObject([{ action: 'update' }]);
    expect(target.records).toHaveLength(1);
  });
});
