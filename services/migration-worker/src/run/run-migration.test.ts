import { contactSchema } from '@ridgeline/acculynx';
import { contactProperties, type MigrationType } from '@ridgeline/contracts';
import { decodeValue, RunResult, topics, type OutgoingEvent } from '@ridgeline/events';
import { ungoverned } from '@ridgeline/governed-vendors/testing';
import { type HubspotClient } from '@ridgeline/hubspot';
import { AppError } from '@ridgeline/kit';
import { describe, expect, test } from '@jest/globals';
import { fakeHubspot } from '../hubspot-io/testing/fake-hubspot.ts';
import { contactPortal } from '../objects/contact/testing/contact-portal.ts';
import { fakeAcculynx } from '../vendors/testing/fake-acculynx.ts';
import { aRun, page, secrets } from './testing/a-migration-run.ts';

/** The same portal, whose records the token may no longer read or write. */
const refusing = (client: HubspotClient): HubspotClient => {
  const refused = () => Promise.resolve({ outcome: 'refused', status: 401, scopes: [] } as const);
  return { ...client, readBatch: refused, anyWith: refused, upsertBatch: refused, updateBatch: refused };
};

describe('A run ends', () => {
  test('When every record is written, then it is reported as completed with the exact count, over all attempts', async () => {
    const { run, reports, events } = aRun({ claim: { plannedRecords: 40, nextBatch: 5 } });
    expect(await run()).toEqual({ exit: 'finished' });
    expect(reports().at(0)).toMatchObject({
      case: 'progress',
      value: { log: [{ message: 'Going on at batch 5' }] },
    });
    expect(reports().at(-1)).toMatchObject({
      case: 'finished',
      value: { result: RunResult.COMPLETED, sourceCount: 42, countedBySource: 2, failureMessage: '' },
    });
    const published = events.map(({ value }) => Buffer.from(value).toString('latin1')).join();
    expect(published).not.toContain('very-secret');
  });

  test('When it begins, then it says what it reads; what was chosen decides', async () => {
    const page = [{ id: 'a', lastName: 'Without an address' }].map((contact) => contactSchema.parse(contact));
    const choosing = (includeNoEmailContacts: boolean) =>
      aRun({
        claim: { settings: { options: { includeNoEmailContacts } } },
        parts: {
          openVendors: () => ({
            acculynx: () => ungoverned(fakeAcculynx({ count: 1, startIndex: 0, contacts: page })),
            hubspot: () => ungoverned(fakeHubspot(contactPortal(), contactProperties)),
          }),
        },
      });
    for (const [chosen, reason] of [
      [true, ''],
      [false, 'no_email'],
    ] as const) {
      const { run, reports } = choosing(chosen);
      await run();
      expect(reports()[0]).toMatchObject({ value: { log: [{ message: 'Reading contacts from AccuLynx' }] } });
      const done = reports().find((report) => report.case === 'batchDone');
      expect(done).toMatchObject({ value: { outcomes: [{ sourceId: 'a', reason }] } });
    }
  });

  test('When its options are not what its kind of record takes, then it fails before anything is read', async () => {
    const { run, target, reports } = aRun({ claim: { settings: { options: {} } } });
    expect(await run()).toEqual({ exit: 'finished' });
    expect(reports().at(-1)).toMatchObject({ case: 'finished', value: { result: RunResult.FAILED } });
    expect(target.calls).toEqual([]);
  });

  test('When a vendor rejects its credential, then it fails with a clear message and the rejection is reported', async () => {
    const { run, reports, refusals } = aRun({
      parts: {
        openVendors: () => ({
          acculynx: () => ungoverned(fakeAcculynx(page)),
          hubspot: () => ungoverned(refusing(fakeHubspot(contactPortal(), contactProperties))),
        }),
      },
    });
    expect(await run()).toEqual({ exit: 'finished' });
    expect(reports().at(-1)).toMatchObject({
      case: 'finished',
      value: {
        result: RunResult.FAILED,
        failureMessage: expect.stringMatching(/^HubSpot no longer accepts the token of this connection\./),
      },
    });
    expect(refusals).toEqual(['HubSpot']);
  });

  test('When a vendor rejects its credential and another one is stored by then, then it continues with that', async () => {
    const target = contactPortal();
    const stored = [secrets, { ...secrets, hubspotPat: 'pat-of-today' }];
    const { run, reports, refusals } = aRun({
      parts: {
        secrets: () => Promise.resolve(stored.shift() ?? secrets),
        openVendors: () => ({
          acculynx: () => ungoverned(fakeAcculynx(page)),
          hubspot: (token) => {
            const accepting = fakeHubspot(target, contactProperties);
            return ungoverned(token === secrets.hubspotPat ? refusing(accepting) : accepting);
          },
        }),
      },
    });
    expect(await run()).toEqual({ exit: 'finished' });
    expect(reports().at(-1)).toMatchObject({ value: { result: RunResult.COMPLETED, sourceCount: 2 } });
    expect(refusals).toEqual([]);
  });

  test('When an unexpected error occurs, then it fails, and the text of the error stays in our log', async () => {
    const { run, reports } = aRun({
      parts: { secrets: () => Promise.reject(new TypeError('x is undefined')) },
    });
    expect(await run()).toEqual({ exit: 'finished' });
    const last = reports().at(-1);
    expect(last).toMatchObject({ value: { result: RunResult.FAILED } });
    expect(
      JSON.stringify(last, (_, value: unknown) => (typeof value === 'bigint' ? '' : value)),
    ).not.toContain('undefined');
  });

  test('When its kind of record cannot be copied yet, then it fails before any call is made', async () => {
    const { run, target, reports } = aRun({
      // As the orchestrator of a newer version may report.
      claim: { settings: { migrationType: 'estimates' as MigrationType } },
      parts: { secrets: () => Promise.reject(new Error('not to be asked')) },
    });
    expect(await run()).toEqual({ exit: 'finished' });
    expect(reports().at(-1)).toMatchObject({
      case: 'finished',
      value: {
        result: RunResult.FAILED,
        failureMessage: expect.stringMatching(
          /^Migrations of estimates are not available yet; choose contacts/,
        ),
      },
    });
    expect(target.calls).toEqual([]);
  });

  test('When it was cancelled, then that is reported', async () => {
    const { run, lease, target, reports } = aRun();
    target.before = () => {
      lease.stop('cancelled');
      return Promise.resolve();
    };
    expect(await run()).toEqual({ exit: 'finished' });
    expect(reports().at(-1)).toMatchObject({ case: 'finished', value: { result: RunResult.CANCELLED } });
  });

  test('When a batch cannot be published however often it is tried, then the run fails immediately and says so', async () => {
    const events: OutgoingEvent[] = [];
    const caseOf = (event: OutgoingEvent) => decodeValue(topics.migrationReport, event.value).report.case;
    let refused = 0;
    const { run } = aRun({
      parts: {
        publisher: {
          publish: (some) => {
            if (!some.some((event) => caseOf(event) === 'batchDone'))
              return Promise.resolve(void events.push(...some));
            refused += 1;
            return Promise.reject(new AppError('server.failed', { details: { reason: 'event too large' } }));
          },
        },
      },
    });
    expect(await run()).toEqual({ exit: 'finished' });
    expect(refused).toBe(1);
    expect(
      decodeValue(topics.migrationReport, events.at(-1)?.value ?? new Uint8Array()).report,
    ).toMatchObject({
      case: 'finished',
      value: { result: RunResult.FAILED, failureMessage: expect.stringContaining('error on our side') },
    });
  });

  test('When it is cancelled and Kafka comes back only after the grace, then the batch in flight is still reported', async () => {
    const events: OutgoingEvent[] = [];
    const { run, lease, target } = aRun({
      parts: {
        publisher: {
          publish: (some) =>
            lease.stopReason === null || lease.writing.aborted
              ? Promise.resolve(void events.push(...some))
              : Promise.reject(new Error('Kafka is down')),
        },
      },
    });
    target.before = ({ kind }) => {
      if (kind === 'upsert') lease.stop('cancelled');
      return Promise.resolve();
    };
    expect(await run()).toEqual({ exit: 'finished' });
    const reports = events.map(({ value }) => decodeValue(topics.migrationReport, value).report);
    expect(reports.find((report) => report.case === 'batchDone')).toMatchObject({
      value: { outcomes: [{ sourceId: 'a' }, { sourceId: 'b' }] },
    });
  });

  test('When the process stops or the lease is lost, then no end is reported', async () => {
    for (const [reason, exit] of [
      ['shutdown', 'handed-back'],
      ['lost', 'lost'],
    ] as const) {
      const { run, lease, target, reports } = aRun();
      target.before = () => {
        lease.stop(reason);
        return Promise.resolve();
      };
      expect(await run()).toEqual({ exit });
      expect(reports().some((report) => report.case === 'finished')).toBe(false);
    }
  });
});
