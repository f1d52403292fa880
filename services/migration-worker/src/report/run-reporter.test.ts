import type { OutgoingEvent } from '@ridgeline/events';
import { decodeValue, OutcomeKind, topics, type RunReport } from '@ridgeline/events';
import { maxEventBytes } from '@ridgeline/kafka';
import { AppError, createLogger } from '@ridgeline/kit';
import { afterEach, describe, expect, test } from '@jest/globals';
import { logEntry } from '../base/log-entry.ts';
import type { HeldLease } from '../lease/held-lease.ts';
import { beginExecution, failure, type Execution } from '../plans/execution.ts';
import { contactMigration } from '../objects/contact/contact-migration.ts';
import { aLease } from '../lease/testing/a-lease.ts';
import { batchLog } from './batch-log.ts';
import { RunReporter, type RunEnd } from './run-reporter.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const leases: HeldLease[] = [];
afterEach(() => {
  for (const lease of leases.splice(0)) lease[Symbol.dispose]();
});

function reporting() {
  const events: OutgoingEvent[] = [];
  const faults: Error[] = [];
  const lease = aLease();
  leases.push(lease);
  const reporter = new RunReporter({
    lease,
    companyId: 'acme',
    processId: 'p-1',
    logger,
    publisher: {
      publish: (some) => {
        const fault = faults.shift();
        if (fault) return Promise.reject(fault);
        events.push(...some);
        return Promise.resolve();
      },
    },
  });
  const reports = (): RunReport[] => events.map(({ value }) => decodeValue(topics.migrationReport, value));
  return { reporter, lease, events, faults, reports };
}

const batchDone = (reporter: RunReporter, execution: Execution) =>
  reporter.batchDone(execution, batchLog(execution, { role: 'own', rules: contactMigration }));

const source = { read: 2, countedBySource: null, foundAtEnd: null, heldStill: null };
const completed: RunEnd = { result: 'completed', source, failureMessage: '' };

const skips = (count: number) =>
  beginExecution({
    batch: 12,
    revision: 1,
    kind: 'contact',
    pass: 'records',
    cursor: { page: 0, offset: 0 },
    records: [
      ...Array.from({ length: count }, (_, index) => ({
        sourceId: `s-${String(index)}`,
        action: 'skip' as const,
        reason: 'no_email' as const,
        message: 'no email address',
        name: `Person ${String(index)}`,
        warnings: [],
      })),
      {
        sourceId: 'u',
        action: 'unchanged',
        hubspotId: '5',
        name: 'U',
        warnings: [{ code: 'email_shared', message: 'shares' }],
      },
    ],
  });

describe('A run is reported', () => {
  test('When a batch is done, then its outcomes and a readable log go out under the fencing number', async () => {
    const { reporter, reports, events } = reporting();
    await batchDone(reporter, skips(1));
    expect(events[0]).toMatchObject({
      topic: topics.migrationReport.name,
      key: '7',
      envelope: { companyId: 'acme' },
    });
    expect(reports()).toMatchObject([
      {
        migrationId: 7,
        epoch: 3,
        processId: 'p-1',
        report: {
          case: 'batchDone',
          value: {
            batch: 12,
            outcomes: [
              {
                ...{ sourceId: 's-0', kind: OutcomeKind.SKIPPED, hubspotId: '', reason: 'no_email' },
                ...{ name: 'Person 0', message: 'no email address', detail: '', field: '', warnings: [] },
              },
              {
                sourceId: 'u',
                kind: OutcomeKind.UNCHANGED,
                hubspotId: '5',
                name: 'U',
                reason: '',
                message: '',
                warnings: ['email_shared'],
              },
            ],
            log: [
              {
                id: 'batch-12',
                message: 'Batch 12: 1 unchanged, 1 skipped',
                contextJson: '{"unchanged":1,"skipped":1}',
              },
              {
                name: 'Person 0',
                message: 'no email address',
                contextJson: '{"sourceId":"s-0","reason":"no_email"}',
              },
              { name: 'U', message: 'shares' },
            ],
          },
        },
      },
    ]);
  });

  test('When many records have something to say, then the log of a batch is bounded and says how many are left out', async () => {
    const { reporter, reports } = reporting();
    await batchDone(reporter, skips(99));
    const report = reports()[0]?.report;
    const log = report?.case === 'batchDone' ? report.value.log : [];
    expect(log).toHaveLength(42);
    expect(log.at(-1)?.message).toBe('Batch 12: 60 more notes like these are left out of this log');
    expect(new Set(log.map(({ id }) => id)).size).toBe(42);
  });

  test('When Kafka does not take a report, then the same event is published again before the next one', async () => {
    const { reporter, faults, reports, events } = reporting();
    faults.push(new Error('down'));
    const batch = batchDone(reporter, skips(1));
    const end = reporter.finished(completed);
    await Promise.all([batch, end]);
    expect(reports().map(({ report }) => report.case)).toEqual(['batchDone', 'finished']);
    expect(new Set(events.map(({ envelope }) => envelope.id)).size).toBe(2);
  });

  test('When the lease is lost while Kafka is down, then nothing is published any more', async () => {
    const { reporter, faults, lease, events } = reporting();
    faults.push(new Error('down'));
    const batch = batchDone(reporter, skips(1));
    const end = reporter.finished(completed);
    lease.stop('lost');
    await expect(batch).rejects.toMatchObject({ reason: 'lost' });
    await expect(end).rejects.toMatchObject({ reason: 'lost' });
    expect(events).toEqual([]);
  });

  test('When a heartbeat is still on its way, then the next one is left out', async () => {
    const { reporter, reports } = reporting();
    const first = reporter.beat({ targetCount: 10, waitingFor: '', waitingUntil: '' });
    await reporter.beat({ targetCount: 11, waitingFor: '', waitingUntil: '' });
    await first;
    await reporter.beat({ targetCount: 12, waitingFor: "Waiting for HubSpot's limit", waitingUntil: '' });
    expect(reports()).toMatchObject([
      { report: { value: { targetCount: 10 } } },
      { report: { value: { targetCount: 12, waitingFor: "Waiting for HubSpot's limit" } } },
    ]);
  });

  test('When lines are noted while a heartbeat is on its way, then they go out later and none is lost', async () => {
    const { reporter, reports } = reporting();
    reporter.note([logEntry('a', 'info', 'first')]);
    const first = reporter.beat({ targetCount: 10, waitingFor: '', waitingUntil: '' });
    reporter.note([logEntry('b', 'info', 'second')]);
    await reporter.beat({ targetCount: 10, waitingFor: '', waitingUntil: '' });
    await first;
    await reporter.finished(completed);
    expect(reports()).toMatchObject([
      { report: { case: 'progress', value: { log: [{ message: 'first' }] } } },
      { report: { case: 'finished', value: { log: [{ message: 'second' }] } } },
    ]);
  });

  test('When an error is not retriable, then the report is not tried again', async () => {
    const { reporter, faults, events } = reporting();
    const tooLarge = new AppError('server.failed', { details: { reason: 'event too large' } });
    faults.push(tooLarge);
    await expect(batchDone(reporter, skips(1))).rejects.toBe(tooLarge);
    await reporter.finished(completed);
    expect(events).toHaveLength(1);
  });
});

describe('No report is larger than Kafka takes', () => {
  const sizes = (events: readonly OutgoingEvent[]) => events.map(({ value }) => value.byteLength);

  test.each([
    ['letters', 'x'],
    ['Chinese characters', '\u6f22'],
    ['emojis', '\u{1f3e0}'],
    ['quotes, which grow when they are encoded', '"'],
  ])('When 100 records have 40 warnings each with names of 100 kB in %s', async (_, character) => {
    const { reporter, events, reports } = reporting();
    const message = character.repeat(100_000 / Buffer.byteLength(character));
    const execution = beginExecution({
      batch: 12,
      revision: 1,
      kind: 'contact',
      pass: 'records',
      cursor: null,
      records: Array.from({ length: 100 }, (_, index) => ({
        sourceId: `s-${String(index)}`,
        action: 'skip' as const,
        reason: 'no_email' as const,
        message,
        name: message,
        warnings: Array.from({ length: 40 }, () => ({ code: 'email_shared' as const, message })),
      })),
    });
    await batchDone(reporter, execution);
    reporter.note(
      Array.from({ length: 120 }, (_, line) => logEntry(`n-${String(line)}`, 'info', message, { message })),
    );
    await reporter.beat({ targetCount: 0, waitingFor: '', waitingUntil: '' });
    reporter.note(
      Array.from({ length: 120 }, (_, line) => logEntry(`m-${String(line)}`, 'info', message, { message })),
    );
    await reporter.finished(completed);
    expect(Math.max(...sizes(events))).toBeLessThanOrEqual(maxEventBytes);
    const lines = reports().flatMap(({ report }) =>
      report.case === undefined ? [] : report.value.log.map(({ id }) => id),
    );
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines).toHaveLength(42 + 120 + 120);
  });

  test.each(['x', '\u6f22'])(
    'When a pack of 2,000 associations has long names and all are refused in long words of %s, then each keeps its name',
    async (character) => {
      const { reporter, events, reports } = reporting();
      const text = character.repeat(2_000);
      const execution = beginExecution({
        ...{ batch: 12, revision: 1, kind: 'job_contact', pass: 'records', cursor: null },
        records: [],
      });
      for (let index = 0; index < 2_000; index += 1) {
        const sourceId = `${String(index)}-${'i'.repeat(30)}/${'i'.repeat(30)}`;
        const why = { reason: 'invalid_value', message: text, detail: text, field: text } as const;
        execution.outcomes.set(sourceId, failure({ sourceId, name: `${String(index)} ${text}` }, why));
      }
      await batchDone(reporter, execution);
      expect(Math.max(...sizes(events))).toBeLessThanOrEqual(maxEventBytes);
      const [first] = reports();
      const outcomes = first?.report.case === 'batchDone' ? first.report.value.outcomes : [];
      expect(outcomes).toHaveLength(2_000);
      expect(outcomes.every(({ name }, index) => name.startsWith(`${String(index)} ${character}`))).toBe(
        true,
      );
      expect(outcomes.every(({ name }) => name.length <= 201 && name.isWellFormed())).toBe(true);
    },
  );

  test('When what a vendor said is long, then a batch of few records cuts it to its maximum length, and keeps the whole name', async () => {
    const { reporter, reports } = reporting();
    const execution = skips(0);
    const why = { reason: 'refused', message: 'refused', detail: 'd'.repeat(9_000), field: 'f' } as const;
    execution.outcomes.set('u', failure({ sourceId: 'u', name: 'Roe: Roof' }, why));
    await batchDone(reporter, execution);
    expect(reports()[0]?.report).toMatchObject({
      value: {
        outcomes: [{ name: 'Roe: Roof', message: 'refused', detail: `${'d'.repeat(500)}\u2026`, field: 'f' }],
      },
    });
  });

  test('When a text is cut, then no character is cut in two', () => {
    const { message } = logEntry('a', 'info', 'x' + '\u{1f3e0}'.repeat(5_000));
    expect(message.isWellFormed()).toBe(true);
  });
});
