import {
  answerDuplicate,
  answerDuplicates,
  cancelMigration,
  cleanUpProcesses,
  createDryRun,
  createMigration,
  currentMigrations,
  getOrphanedProcesses,
  getProcessHealth,
  listDuplicates,
  listMigrations,
  pauseMigration,
  resumeMigration,
  takeBackAnswer,
  type Connection,
  type Migration,
} from '@ridgeline/contracts';
import type { TestCompany } from '@ridgeline/testkit';
import { untilEnded, untilMigration } from '../../support/migrations.ts';
import type { Recorder } from './recorder.ts';

/** A dry run, and what users decide about its possible duplicates. */
export async function callDryRun(
  recorder: Recorder,
  company: TestCompany,
  { id: connectionId }: Connection,
): Promise<Migration> {
  const { session } = company;
  const body = { connectionId, migrationType: 'contacts' as const, includeNoEmailContacts: true };
  const { id } = await recorder.call(session, createDryRun, {
    body: { ...body, batchSize: 50, concurrency: 1, delayMs: 0 },
  });
  const ended = await untilEnded(company, id);
  const params = { id: String(id) };
  const { duplicates } = await recorder.call(session, listDuplicates, { params });
  const [duplicate] = duplicates;
  if (!duplicate) throw new Error('The dry run found no possible duplicate');
  const { kind, sourceId, phone, candidates } = duplicate;
  const ofRecord = { ...params, kind, sourceId };
  await recorder.call(session, answerDuplicate, {
    params: ofRecord,
    body: { decision: 'same', hubspotId: candidates[0]?.hubspotId ?? '' },
  });
  await recorder.call(session, takeBackAnswer, { params: ofRecord });
  await recorder.call(session, answerDuplicates, {
    params,
    body: { phone: phone ?? '', decision: 'different' },
  });
  return ended;
}

/** A migration that takes long enough to be paused, resumed and cancelled. */
export async function callControls(
  recorder: Recorder,
  company: TestCompany,
  { id: connectionId }: Connection,
): Promise<void> {
  const { session } = company;
  const { id } = await recorder.call(session, createMigration, {
    body: {
      ...{ connectionId, migrationType: 'contacts' as const, includeNoEmailContacts: true },
      ...{ batchSize: 1, concurrency: 1, delayMs: 60_000, dryRun: false },
    },
  });
  const params = { id: String(id) };
  await untilMigration(company, id, ({ processedCount }) => processedCount > 0, 'the first batch');
  await recorder.call(session, currentMigrations);
  await recorder.call(session, getProcessHealth);
  await recorder.call(session, getOrphanedProcesses);
  await recorder.call(session, cleanUpProcesses);
  await recorder.call(session, pauseMigration, { params });
  await recorder.call(session, resumeMigration, { params });
  await recorder.call(session, cancelMigration, { params });
  await untilEnded(company, id);
  await recorder.call(session, listMigrations, { query: { page: 1, status: 'cancelled' } });
}
