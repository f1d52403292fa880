import { expect, test } from '@jest/globals';
import {
  accessKey,
  accessRecords,
  parseAccessRecord,
  userOfAccessKey,
  type AccessRecord,
} from './access-record.ts';

const record: AccessRecord = {
  userId: 7,
  companyId: 'co_one',
  administrator: false,
  version: 3,
  sessionEpoch: 1,
  revokedReason: null,
};

test('When an access record is stored, then it is found by its user and read as it was, and outlives the longest session', () => {
  expect(parseAccessRecord(JSON.stringify(record))).toEqual(record);
  expect(accessRecords.keyOf(record)).toBe(accessKey(7));
  expect(userOfAccessKey(accessKey(7))).toBe(7);
  expect(userOfAccessKey('ridgeline:session:7')).toBeNull();
  const days = accessRecords.keptSeconds / 86_400;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(32);
});

test('When what is stored is invalid, then it grants nothing', () => {
  expect(parseAccessRecord('{"userId":7}')).toBeNull();
  expect(parseAccessRecord('not json')).toBeNull();
  expect(parseAccessRecord(null)).toBeNull();
});
