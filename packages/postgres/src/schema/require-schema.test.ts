import { describe, expect, test } from '@jest/globals';
import { checkSchema } from './require-schema.ts';

const known = ['001-accounts', '002-access'];

describe('Whether a release can run on a schema', () => {
  test('When all that it knows was applied and nothing else, then it fits', () => {
    expect(checkSchema(known, known)).toEqual({ kind: 'fits' });
  });

  test('When a migration is missing, then the schema is behind and the migration is named', () => {
    expect(checkSchema(known, ['001-accounts'])).toEqual({ kind: 'behind', names: ['002-access'] });
  });

  test('When a later release only added to it, then it fits', () => {
    expect(checkSchema(known, [...known, '003-mails'])).toEqual({ kind: 'fits' });
  });

  test('When a later release took something away, then it is beyond this one, whatever else is missing', () => {
    expect(checkSchema(known, ['001-accounts', '003-drop-tokens.contract'])).toEqual({
      kind: 'beyond',
      names: ['003-drop-tokens.contract'],
    });
  });

  test('When the release knows what was taken away, then it fits', () => {
    const all = [...known, '003-drop-tokens.contract'];
    expect(checkSchema(all, all)).toEqual({ kind: 'fits' });
  });

  test.each([
    ['003-drop-tokens.since-002.contract', 'fits'],
    ['004-drop-tokens.since-003.contract', 'beyond'],
  ])(
    'When a later release took away with %s what releases do without since then, then it %s',
    (name, kind) => {
      expect(checkSchema(known, [...known, name])).toMatchObject({ kind });
    },
  );
});
