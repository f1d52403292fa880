import {
  compareWithHubspot,
  getAccuracy,
  getSweeps,
  getSync,
  listAccuracyFindings,
  listSweepFindings,
  listSyncDeadLetters,
  listSyncedRecords,
  listSyncs,
  retrySyncDeadLetters,
  sweepNow,
  type Connection,
} from '@ridgeline/contracts';
import { eventually, type TestCompany } from '@ridgeline/testkit';
import type { Recorder } from './recorder.ts';

/** A new contact of AccuLynx is copied, and the state of the sync is read. */
export async function callSync(recorder: Recorder, company: TestCompany, { id }: Connection): Promise<void> {
  const { session, control, user } = company;
  const params = { id: String(id) };
  await eventually(
    async () => {
      const { state } = await recorder.call(session, getSync, { params });
      if (state !== 'current') throw new Error(state);
    },
    { within: 30_000, what: 'auto-sync to be current' },
  );
  await control.createSourceContact(user.companyId, {
    ...{ firstName: 'Iris', lastName: 'Nguyen', companyName: null },
    email: 'iris@brazos-roofing.example',
  });
  await eventually(
    async () => {
      const { records } = await recorder.call(session, listSyncedRecords, { params });
      if (records.length === 0) throw new Error('none');
    },
    { within: 30_000, what: 'the new contact to be copied' },
  );
  // How long the copy took varies.
  await recorder.call(session, listSyncs, {}, (syncs) => syncs.map((sync) => ({ ...sync, delayMs: 3_000 })));
  await recorder.call(session, listSyncDeadLetters, { params });
  await recorder.call(session, retrySyncDeadLetters, { params, body: {} });
  await recorder.call(session, sweepNow, { params });
  await eventually(
    async () => {
      const { allComparedAt } = await recorder.call(session, getSweeps, { params });
      if (allComparedAt === null) throw new Error('not yet');
    },
    { within: 30_000, what: 'all records to be compared' },
  );
  await recorder.call(session, listSweepFindings, { params });
  await recorder.call(session, compareWithHubspot, { params });
  await recorder.call(session, getAccuracy, { params });
  await recorder.call(session, listAccuracyFindings, { params });
}
