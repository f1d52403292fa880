import { afterEach, expect, test } from '@jest/globals';
import { aConnection } from '../../../testing/a-connection.ts';
import { copyOf } from './connection-values.ts';
import { connectionDrafts, draftValuesSchema } from './use-connection-draft.ts';

/** The part of the browser's storage that drafts use. */
function aStorage(kept = new Map<string, string>()) {
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  Object.assign(globalThis, { localStorage: storage });
  return kept;
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'localStorage');
});

const draft = { userId: 12, values: { name: 'Denver' }, isDuplicate: false, sourceConnectionId: null };

test('When a form comes back, then its draft is there, and that of another form is not', () => {
  aStorage();
  connectionDrafts('create').write(draft);
  expect(connectionDrafts('create').read(12)).toEqual(draft);
  expect(connectionDrafts('duplicate-7').read(12)).toBeNull();
});

test('When another user finds a draft, then it is forgotten', () => {
  const kept = aStorage();
  connectionDrafts('create').write(draft);
  expect(connectionDrafts('create').read(13)).toBeNull();
  expect([...kept.values()]).toEqual([]);
});

test('When a draft is of another shape, then there is none', () => {
  aStorage(new Map([['ridgeline.connection-draft.create', '{"userId":12,"values":{"name":7}}']]));
  expect(connectionDrafts('create').read(12)).toBeNull();
});

test('When the browser refuses its storage, then nothing is kept, and nothing breaks', () => {
  const drafts = connectionDrafts('create');
  drafts.write(draft);
  drafts.drop();
  expect(drafts.read(12)).toBeNull();
});

test('A copy is kept without its secrets, and without what only the original has', () => {
  const kept = draftValuesSchema.parse({ ...aConnection(), ...copyOf(aConnection({ name: 'Denver' })) });
  expect(kept.name).toBe('Denver (Copy)');
  for (const gone of ['acculynxApiKey', 'hubspotPat', 'id', 'createdAt', 'updatedAt'])
    expect(kept).not.toHaveProperty(gone);
});
