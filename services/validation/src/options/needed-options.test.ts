import { expect, test } from '@jest/globals';
import { neededOptions } from './needed-options.ts';

const none = { workTypes: null, tradeTypes: null, jobCategories: null, leadSources: null, parentSources: [] };

test('When a name has control characters, odd blanks or decomposed letters, then its label is what a migration writes', () => {
  const names = ['Re\u0007roof', ' Storm\u00a0\u2028 damage\t', 'Cafe\u0301', '\ud800x', '\u0000'];
  const workTypes = names.map((name, id) => ({ id: String(id), name }));
  expect(neededOptions({ ...none, workTypes }).get('acculynx_work_type')).toEqual([
    'Re roof',
    'Storm damage',
    'Caf\u00e9',
    '\ufffdx',
    '',
  ]);
});
