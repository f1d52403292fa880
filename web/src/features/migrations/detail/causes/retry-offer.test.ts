import { describe, expect, test } from '@jest/globals';
import { retryOf, retryOfRecord } from './retry-offer.ts';

const contacts = { migrationType: 'contacts' } as const;
const cause = { kind: 'contact', issue: 'failed', code: 'invalid_email', count: 42 } as const;
const skipped = (code: string) => ({ ...cause, issue: 'skipped', code }) as const;

describe('The retry of a cause', () => {
  test('When records failed for it, then these are retried, by their number', () => {
    expect(retryOf(cause, contacts)).toEqual({
      text: 'Retry these 42',
      choice: { outcome: 'failed', reason: 'invalid_email' },
    });
  });

  test('When they came along with others, or were copied with a warning, then none is offered', () => {
    expect(retryOf(cause, { migrationType: 'jobs' })).toBeNull();
    expect(retryOf({ ...cause, issue: 'warned' }, contacts)).toBeNull();
  });

  test('When they were left out by a choice, then a retry with the other choice is offered, else none', () => {
    expect(retryOf(skipped('no_email'), contacts)).toEqual({
      text: 'Retry with contacts without email',
      choice: { outcome: 'skipped', reason: 'no_email', options: { includeNoEmailContacts: true } },
    });
    expect(retryOf(skipped('nothing_to_write'), contacts)).toBeNull();
  });

  test('When they differed from the plan or were not in it, then they are planned again, of every kind', () => {
    const text = 'Plan these again';
    expect(retryOf(skipped('differs_from_plan'), contacts)).toMatchObject({ text, choice: { dryRun: true } });
    expect(retryOf(skipped('not_in_plan'), contacts)).toMatchObject({ text });
    const deal = { ...skipped('differs_from_plan'), kind: 'job' };
    expect(retryOf(deal, { migrationType: 'jobs' })).toMatchObject({ text });
  });
});

describe('The retry of one record', () => {
  const record = { kind: 'contact', outcome: 'failed', reason: 'invalid_email', sourceId: 'a' } as const;
  const left = (reason: string) => ({ ...record, outcome: 'skipped', reason }) as const;

  test('When it failed, then it is retried alone', () => {
    const choice = { outcome: 'failed', records: ['a'] };
    expect(retryOfRecord(record, contacts)).toEqual({ text: 'Retry', choice });
  });

  test('When it was left out by a choice, then it alone can be copied with the other choice', () => {
    expect(retryOfRecord(left('no_email'), contacts)).toEqual({
      text: 'Retry with contacts without email',
      choice: {
        ...{ outcome: 'skipped', reason: 'no_email', records: ['a'] },
        options: { includeNoEmailContacts: true },
      },
    });
    const deal = { ...left('differs_from_plan'), kind: 'job' };
    expect(retryOfRecord(deal, { migrationType: 'jobs' })).toEqual({
      text: 'Plan again',
      choice: { outcome: 'skipped', reason: 'differs_from_plan', dryRun: true, records: ['a'] },
    });
  });

  test('When a retry would end as it did, or it was copied or came along, then none is offered', () => {
    expect(retryOfRecord(left('nothing_to_write'), contacts)).toBeNull();
    expect(retryOfRecord({ ...record, outcome: 'created', reason: null }, contacts)).toBeNull();
    expect(retryOfRecord(record, { migrationType: 'jobs' })).toBeNull();
  });
});
