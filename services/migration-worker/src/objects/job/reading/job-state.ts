import { UnreadableRecord, type AcculynxJob } from '@ridgeline/acculynx';
import type { RecordState } from '@ridgeline/contracts/internal';
import { addressFields, recordState } from '../../../object-migration/record-state.ts';

/** Raised when other fields are chosen. */
const version = 1;

/**
 * The state of a job, the same in both lists and in a single read. It includes the modification date, because nothing else in
 * the lists shows a change of its details (financials, representatives), and AccuLynx reports each such change with an event
 * (`job_updated`). Of its contacts only their ids and roles count, because renaming one is a change of the contact.
 * Trades and contacts are sorted, because their order is not guaranteed. An unreadable job has no state.
 */
export function jobState(job: AcculynxJob | UnreadableRecord): RecordState | null {
  if (job instanceof UnreadableRecord) return null;
  const { jobCategory, workType, leadSource, geoLocation, createdDate, modifiedDate } = job;
  const fields = [
    [job.jobName, job.jobNumber, job.currentMilestone, job.priority, job.leadDeadReason],
    [createdDate, modifiedDate, job.milestoneDate],
    inOrder(job.contacts.map((one) => [one.contact?.id, one.isPrimary, one.relationToPrimary])),
    addressFields(job.locationAddress),
    [geoLocation?.latitude, geoLocation?.longitude],
    inOrder(job.tradeTypes.map(({ id, name }) => [id, name])),
    [jobCategory?.id, jobCategory?.name],
    [workType?.id, workType?.name],
    [leadSource?.id, leadSource?.name, leadSource?.parentId],
  ];
  return recordState({ version, fields, changedAt: modifiedDate, createdAt: createdDate });
}

const inOrder = (rows: readonly unknown[]): readonly string[] =>
  rows.map((row) => JSON.stringify(row)).toSorted();
