import { objectTypes } from '@ridgeline/contracts';
import { contactProperties } from '@ridgeline/hubspot';
import { describe, expect, test } from '@jest/globals';
import { availableTypes, objectMigrationOf } from './index.ts';

describe.each(Object.entries(objectTypes).filter(([name]) => availableTypes.includes(name)))(
  'Kind of record: %s',
  (migrationType, type) => {
    test('When its migration type is chosen, then it goes over by its own rules', () => {
      expect(type.migrationType).toBe(migrationType);
      expect(objectMigrationOf(migrationType)?.type).toBe(type);
    });
  },
);

test('When contacts go over, then their source id is a property that HubSpot keeps unique', () => {
  const [unique, ...others] = contactProperties.filter(({ hasUniqueValue }) => hasUniqueValue);
  expect(unique?.name).toBe(objectTypes.contacts.sourceIdProperty);
  expect(others).toEqual([]);
});

test('When a migration type has no rules, then there is nothing to run it by', () => {
  expect(objectMigrationOf('estimates')).toBeUndefined();
  expect(objectMigrationOf('toString')).toBeUndefined();
});
