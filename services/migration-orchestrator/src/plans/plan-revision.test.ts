import { describe, expect, test } from '@jest/globals';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { checkPlan, readRecords, storedRecords, type StoredRecord } from './plan-revision.ts';

const create = (sourceId: string, email = `${sourceId}@example.com`): PlannedRecord => ({
  sourceId,
  name: 'A record',
  warnings: [],
  action: 'create',
  properties: { email },
});
const ofContacts = { kind: 'contact', pass: 'records' } as const;
const stored = { ...ofContacts, revision: 1, records: [create('a'), create('b')], done: false };

describe('plans arrive', () => {
  test('When the next batch is planned, then it is stored', () => {
    expect(checkPlan({ ...ofContacts, batch: 3, revision: 1, records: [create('a')] }, null, 2)).toEqual({
      verdict: 'insert',
    });
  });

  test('When a batch would leave a gap, then it is refused', () => {
    expect(checkPlan({ ...ofContacts, batch: 4, revision: 1, records: [create('a')] }, null, 2).verdict).toBe(
      'refuse',
    );
  });

  test('When a batch starts with a later revision, then it is refused', () => {
    expect(checkPlan({ ...ofContacts, batch: 3, revision: 2, records: [create('a')] }, null, 2).verdict).toBe(
      'refuse',
    );
  });

  test('When a plan names a record twice, then it is refused', () => {
    expect(
      checkPlan({ ...ofContacts, batch: 3, revision: 1, records: [create('a'), create('a')] }, null, 2)
        .verdict,
    ).toBe('refuse');
  });

  test('When the same plan comes again, then nothing changes, also after the batch is done', () => {
    const again = { ...ofContacts, batch: 2, revision: 1, records: [create('a'), create('b')] };
    expect(checkPlan(again, stored, 2)).toEqual({ verdict: 'repeated' });
    expect(checkPlan(again, { ...stored, done: true }, 2)).toEqual({ verdict: 'repeated' });
  });

  test('When another plan comes under the same revision, then it is refused', () => {
    const other = {
      ...ofContacts,
      batch: 2,
      revision: 1,
      records: [create('a', 'x@example.com'), create('b')],
    };
    expect(checkPlan(other, stored, 2).verdict).toBe('refuse');
  });

  test('When an orchestrator of the release before stored the plan without its new fields, then it is the same plan', () => {
    const failed: PlannedRecord = {
      sourceId: 'a',
      name: 'Ann',
      warnings: [{ code: 'value_refused', message: 'left out', field: 'amount' }],
      action: 'fail',
      reason: 'unreadable',
      message: 'cannot be read (email)',
      field: 'email',
    };
    const cut: StoredRecord = {
      sourceId: 'a',
      warnings: [{ code: 'value_refused', message: 'left out' }],
      action: 'fail',
      reason: 'unreadable',
      message: 'cannot be read (email)',
    };
    const inDatabase = { ...stored, records: readRecords([cut]) };
    const again = { ...ofContacts, batch: 2, revision: 1, records: [failed] };
    expect(checkPlan(again, inDatabase, 2)).toEqual({ verdict: 'repeated' });
    const other = { ...failed, message: 'something else' };
    expect(checkPlan({ ...again, records: [other] }, inDatabase, 2).verdict).toBe('refuse');
    expect(checkPlan({ ...again, records: [failed, create('b')] }, inDatabase, 2).verdict).toBe('refuse');
  });

  test('When the next revision amends one record, then the others stay as they are', () => {
    const amended = create('b', 'other@example.com');
    expect(checkPlan({ ...ofContacts, batch: 2, revision: 2, records: [amended] }, stored, 2)).toEqual({
      verdict: 'amend',
      records: [create('a'), amended],
    });
  });

  test('When a revision brings in a record of another batch, then it is refused', () => {
    expect(
      checkPlan({ ...ofContacts, batch: 2, revision: 2, records: [create('z')] }, stored, 2).verdict,
    ).toBe('refuse');
  });

  test('When a revision is of another kind or pass than its batch, then it is refused', () => {
    const amended = { ...ofContacts, batch: 2, revision: 2, records: [create('b')] };
    expect(checkPlan({ ...amended, kind: 'job' }, stored, 2).verdict).toBe('refuse');
    expect(checkPlan({ ...amended, pass: 'settle' }, stored, 2).verdict).toBe('refuse');
    expect(checkPlan(amended, stored, 2).verdict).toBe('amend');
  });

  test('When a revision is skipped, then it is refused; when the batch is done, then it is counted', () => {
    expect(
      checkPlan({ ...ofContacts, batch: 2, revision: 3, records: [create('a')] }, stored, 2).verdict,
    ).toBe('refuse');
    const done = { ...stored, done: true };
    expect(checkPlan({ ...ofContacts, batch: 2, revision: 2, records: [create('a')] }, done, 2).verdict).toBe(
      'counted',
    );
  });
});

const bare: PlannedRecord = {
  sourceId: 'a',
  name: 'Record a',
  warnings: [{ code: 'email_shared', message: 'Zoë \u0000' }],
  action: 'update',
  hubspotId: '7',
  before: { email: null, phone: null },
  after: { phone: '1' },
};

describe('a stored plan is read', () => {
  test('When it was stored in the words of before, then it says the same in those of today', () => {
    const former: StoredRecord = {
      ...bare,
      email: 'a@example.com',
      withheld: { email: 'x@example.com', name: 'Zoë', properties: { phone: '1' } },
    };
    expect(readRecords([former, bare])).toEqual([
      {
        ...bare,
        key: 'a@example.com',
        deferred: { property: 'email', value: 'x@example.com', name: 'Zoë', properties: { phone: '1' } },
      },
      bare,
    ]);
  });

  test('When a worker of the release before sent it, then it is stored as it came, and read with an empty name', () => {
    const nameless = { ...bare, name: '' };
    const [record] = storedRecords([nameless]);
    expect(record).not.toHaveProperty('name');
    expect(readRecords(storedRecords([nameless, bare]))).toEqual([nameless, bare]);
  });

  test('When it was stored in the current words, then it does not change', () => {
    const today: PlannedRecord[] = [
      bare,
      {
        sourceId: 'j',
        name: 'Record j',
        warnings: [],
        action: 'create',
        // A property of HubSpot that happens to have the former field's name.
        properties: { email: 'a@example.com' },
        key: 'k',
        deferred: { property: 'email', value: 'x', name: 'Job', properties: {} },
        references: [{ kind: 'contact', sourceId: 'c', isPrimary: true }],
        displayName: 'Job 7',
      },
    ];
    expect(readRecords(today)).toEqual(today);
  });
});
