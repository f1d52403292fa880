import { expect, test } from '@jest/globals';
import type { ObjectMigration } from '../../object-migration/object-migration.ts';
import { jobMigration } from './job-migration.ts';
import { mapJob } from './mapping/map-job.ts';
import { aContext, aJob } from './testing/a-job.ts';

const contacts = { type: { name: 'contact' } } as unknown as ObjectMigration;
const migration = jobMigration({ object: contacts, reader: () => () => Promise.resolve(new Map()) });

test('When jobs are copied, then their contacts come along by their own rules', () => {
  const contact = (id: string) => ({ id: `jc-${id}`, contact: { id } });
  const job = mapJob(aJob({ contacts: [contact('c-1'), contact('c-2')] }), aContext());
  expect(migration.companions?.object).toBe(contacts);
  expect(migration.companions?.idsOf(job)).toEqual(['c-1', 'c-2']);
  expect(migration.keyOf(job)).toBeNull();
});

test('When another record of the run has the deal that a refused job would go to, then the refusal stands', () => {
  const record = {
    sourceId: 'j-1',
    name: 'Job j-1',
    warnings: [],
    action: 'create',
    properties: {},
  } as const;
  expect(migration.replan?.withoutKey(record)).toBe(record);
});
