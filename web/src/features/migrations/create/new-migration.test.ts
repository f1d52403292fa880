import { describe, expect, test } from '@jest/globals';
import { batchSizeOf, checkForm, firstForm, optionsOf } from './new-migration.ts';

describe('The form of a new migration', () => {
  test('When no type is chosen, then it asks for one, and for nothing else yet', () => {
    expect(checkForm({ ...firstForm, batchSize: null })).toEqual({
      migrationType: 'Please select a migration type',
    });
  });

  test('When a type is chosen, then its batch size stands there, unless another one was typed', () => {
    expect(batchSizeOf({ ...firstForm, migrationType: 'contacts' })).toBe(50);
    expect(batchSizeOf({ ...firstForm, migrationType: 'jobs' })).toBe(25);
    expect(batchSizeOf({ ...firstForm, migrationType: 'jobs', batchSize: 50 })).toBe(50);
    expect(batchSizeOf({ ...firstForm, migrationType: 'jobs', batchSize: null })).toBeNull();
  });

  test.each([null, 0, 101])('When the batch size is %p, then it is wrong', (batchSize) => {
    expect(checkForm({ ...firstForm, migrationType: 'jobs', batchSize })).toEqual({
      batchSize: 'Batch size must be a whole number from 1 to 100',
    });
  });

  test('When it is sent, then with the choices of its type alone', () => {
    expect(checkForm({ ...firstForm, migrationType: 'contacts' })).toEqual({});
    expect(optionsOf({ ...firstForm, migrationType: 'contacts' })).toEqual({
      migrationType: 'contacts',
      batchSize: 50,
      includeNoEmailContacts: true,
    });
    expect(optionsOf({ ...firstForm, migrationType: 'jobs' })).toEqual({
      migrationType: 'jobs',
      batchSize: 25,
      includeNoEmailContacts: true,
      enumerativeErrorStrategy: 'SET_BLANK',
    });
  });

  test('When it only shows what would happen, then it says so; otherwise it says nothing about it', () => {
    expect(optionsOf({ ...firstForm, migrationType: 'contacts', dryRun: true })).toMatchObject({
      dryRun: true,
    });
    expect(optionsOf({ ...firstForm, migrationType: 'contacts' })).not.toHaveProperty('dryRun');
  });
});
