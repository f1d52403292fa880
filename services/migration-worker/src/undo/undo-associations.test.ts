import { describe, expect, test } from '@jest/globals';
import type { WrittenRecord } from '@ridgeline/contracts/internal';
import { planAssociation } from './undo-associations.ts';

const written = (change: Readonly<Record<string, string>> = {}): WrittenRecord => ({
  plan: {
    ...{ sourceId: '1/11', name: 'Job 1 and its contact Ann', warnings: [], action: 'create' },
    properties: { from: '1', to: '11', ...change },
  },
  outcome: { outcome: 'created', hubspotId: '1/11' },
  plannedAt: '2026-11-20T10:00:00.000Z',
});

/** The plan when these records were removed or spared, each given as its kind and its id. */
const plan = (change = {}, { removed = '', spared = '' } = {}) =>
  planAssociation(written(change), 'job', {
    hasRemoved: (kind, id) => `${kind} ${id}` === removed,
    hasSpared: (kind, id) => `${kind} ${id}` === spared,
  });

const archived = { sourceId: '1/11', action: 'archive', hubspotId: '1/11' };

describe('The undo of an association', () => {
  test('When both records stay, then it is removed', () => {
    expect(plan()).toMatchObject([archived]);
    expect(plan()[0]).not.toHaveProperty('goneWith');
  });

  test('When its deal was removed, then it is gone with it; a contact with the id of that deal is another record', () => {
    expect(plan({}, { removed: 'job 1' })).toMatchObject([{ ...archived, goneWith: '1' }]);
    expect(plan({}, { removed: 'contact 1' })[0]).not.toHaveProperty('goneWith');
  });

  test('When its deal was spared, then it stays, and says why', () => {
    expect(plan({}, { spared: 'job 1' })).toMatchObject([{ action: 'skip', reason: 'in_use_by_others' }]);
  });

  test('When it was made with a label that others lost, then it is removed and they get the label back', () => {
    expect(plan({ label: '7', unlabel: '7', unlabelled: '12;13', present: 'false' })).toMatchObject([
      archived,
      { sourceId: '1/12', action: 'create', properties: { from: '1', to: '12', label: '7' } },
      { sourceId: '1/13', action: 'create', properties: { from: '1', to: '13', label: '7' } },
    ]);
  });

  test('When it was there and got or lost a label, then only the label is as before', () => {
    expect(plan({ label: '7', present: 'true' })).toMatchObject([
      { sourceId: '1/11', action: 'create', properties: { unlabel: '7', unlabelled: '11' } },
    ]);
    expect(plan({ unlabel: '7', unlabelled: '11', present: 'true' })).toMatchObject([
      { sourceId: '1/11', action: 'create', properties: { label: '7' } },
    ]);
  });

  test('When a release before did not note whether it was there, then it stays, and says why', () => {
    expect(plan({ label: '7' })).toMatchObject([{ action: 'skip', reason: 'no_prior_value' }]);
  });
});
