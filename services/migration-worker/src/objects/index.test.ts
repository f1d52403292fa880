import { contactProperties, dealProperties, objectTypes } from '@ridgeline/contracts';
import { describe, expect, test } from '@jest/globals';
import { objectMigrationOf } from './index.ts';

describe.each(Object.entries(objectTypes))('Kind of record: %s', (migrationType, type) => {
  test('When its migration type is chosen, then it is copied by its own rules', () => {
    expect(type.migrationType).toBe(migrationType);
    expect(objectMigrationOf(migrationType)?.type).toBe(type);
  });
});

test.each([
  [objectTypes.contacts, contactProperties],
  [objectTypes.jobs, dealProperties],
])(
  'When %# is copied, then its source id is the one property that HubSpot keeps unique',
  (type, properties) => {
    const unique = properties.filter(({ hasUniqueValue }) => hasUniqueValue);
    expect(unique.map(({ name }) => name)).toEqual([type.sourceIdProperty]);
  },
);

test('When a migration type has no rules, then there is nothing to run it by', () => {
  expect(objectMigrationOf('estimates')).toBeUndefined();
  expect(objectMigrationOf('toString')).toBeUndefined();
});
