import { describe, expect, test } from '@jest/globals';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { readRecords, type StoredRecord } from './stored-records.ts';

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

  test('When it was stored in the words of today, then nothing of it changes', () => {
    const today: PlannedRecord[] = [
      bare,
      {
        sourceId: 'j',
        name: 'Record j',
        warnings: [],
        action: 'create',
        // A property of HubSpot's, not the word of before.
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
