import {
  exportCheckCsv,
  exportLogsCsv,
  exportLogsNdjson,
  exportOutcomesCsv,
  exportOutcomesNdjson,
  exportRecordsCsv,
  exportRecordsNdjson,
  getMigration,
  getMigrationLogs,
  getRecordLife,
  getTallies,
  getThroughput,
  listCheckDifferences,
  listChecks,
  listFollowing,
  listRecordChanges,
  retryMigration,
  runPlan,
  searchRecords,
  startCheck,
  undoMigration,
  type Migration,
} from '@ridgeline/contracts';
import { eventually, type TestCompany } from '@ridgeline/testkit';
import { untilEnded } from '../../support/migrations.ts';
import type { Recorder } from './recorder.ts';

/** The replacement for the email that HubSpot rejects. */
const corrected = 'corrected@brazos-roofing.example';

/** Runs the plan of a dry run, in which HubSpot rejects one record, and corrects that record. */
export async function callPlanAndRetry(
  recorder: Recorder,
  company: TestCompany,
  plan: Migration,
): Promise<Migration> {
  const { session } = company;
  const { id } = await recorder.call(session, runPlan, { params: { id: String(plan.id) } });
  const ended = await untilEnded(company, id);
  const params = { id: String(id) };
  await recorder.call(session, listFollowing, { params: { id: String(plan.id) } });
  const { records } = await recorder.call(session, listRecordChanges, {
    params,
    query: { outcome: 'failed' },
  });
  const [failed] = records;
  if (!failed) throw new Error('HubSpot rejected no record');
  const { sourceId, kind } = failed;
  const corrections = { [sourceId]: { email: corrected } };
  const retry = await recorder.call(session, retryMigration, { params, body: { corrections } });
  await untilEnded(company, retry.id);
  await recorder.call(session, searchRecords, { query: { search: 'corrected' } });
  await recorder.call(session, getRecordLife, { params: { kind, id: sourceId } });
  return ended;
}

/** Everything that can be read of an ended migration. */
export async function callResults(
  recorder: Recorder,
  { session }: TestCompany,
  { id }: Migration,
): Promise<void> {
  const params = { id: String(id) };
  await recorder.call(session, getMigration, { params });
  await recorder.call(session, getTallies, { params });
  await recorder.call(session, getThroughput, { params });
  await recorder.call(session, getMigrationLogs, { params, query: { limit: 3 } });
  const exports = [
    exportLogsCsv,
    exportLogsNdjson,
    exportOutcomesCsv,
    exportOutcomesNdjson,
    exportRecordsCsv,
    exportRecordsNdjson,
  ];
  for (const file of exports) await recorder.download(session, file, { params });
}

/** A check after a user changed a contact in HubSpot, and a preview of the undo. */
export async function callCheckAndUndo(
  recorder: Recorder,
  company: TestCompany,
  { id }: Migration,
): Promise<void> {
  const { session, control, portalId } = company;
  const params = { id: String(id) };
  const allDone = (list: () => Promise<{ checks: readonly { id: number; state: string }[] }>) =>
    eventually(
      async () => {
        const { checks } = await list();
        if (checks.length === 0 || checks.some(({ state }) => state !== 'done')) throw new Error('open');
      },
      { within: 30_000, what: 'the checks to end' },
    );
  await allDone(() => session.call(listChecks, { params }));
  const contact = (await control.targetContacts(portalId)).find(
    ({ properties }) =>
      properties['acculynx_contact_id'] && properties['lastname'] && properties['email'] !== corrected,
  );
  await control.changeTarget(portalId, 'contacts', contact?.id ?? '', { lastname: 'Changed by hand' });
  const check = await recorder.call(session, startCheck, { params, body: { whole: true } });
  await allDone(() => recorder.call(session, listChecks, { params }));
  const ofCheck = { ...params, check: String(check.id) };
  await recorder.call(session, listCheckDifferences, { params: ofCheck });
  await recorder.download(session, exportCheckCsv, { params: ofCheck });
  const undo = await recorder.call(session, undoMigration, { params, body: { dryRun: true } });
  await untilEnded(company, undo.id);
}
