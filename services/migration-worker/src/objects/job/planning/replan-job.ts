import { jobType } from '@ridgeline/contracts';
import type { HubspotProblem } from '@ridgeline/hubspot';
import { without } from '../../../base/without.ts';
import { isConflict } from '../../../hubspot-io/failure-reason.ts';
import { plannedChange } from '../../../hubspot-io/differences.ts';
import type { RecordReader } from '../../../hubspot-io/read-records.ts';
import type { PlannedRecord, PlannedWrite } from '../../../plans/planned-record.ts';
import { valueRefused } from '../job-messages.ts';
import { dealChange } from './deal-change.ts';

/** What to call a planned job in a log line. */
export const nameOfJob = ({ displayName, sourceId }: PlannedWrite): string =>
  displayName ?? `Job ${sourceId}`;

/** Where a deal stands is decided when it is created. */
const place = ['pipeline', 'dealstage'];
/** Without these a job is no deal. */
const essential = [jobType.sourceIdProperty, 'dealname'];

const valuesIn = (record: PlannedWrite) => (record.action === 'create' ? record.properties : record.after);

/**
 * Plans a refused job once more where that may help: as a change of the deal that has its id by now, or without the values
 * that HubSpot does not accept. null when nothing can be done.
 */
export async function replanJob(
  record: PlannedWrite,
  problem: HubspotProblem,
  read: RecordReader,
): Promise<PlannedRecord | null> {
  const isTakenId = problem.properties.some(({ code }) => code === 'CONFLICTING_UNIQUE_VALUE');
  if (isTakenId || isConflict(problem)) return asChangeOfOther(record, read);
  const refused = new Set(problem.properties.flatMap(({ name }) => name ?? []));
  return withoutRefused(record, refused);
}

async function asChangeOfOther(record: PlannedWrite, read: RecordReader): Promise<PlannedRecord | null> {
  const { sourceId, warnings, references, displayName } = record;
  const other = (await read.bySourceId([sourceId])).get(sourceId);
  if (!other || (record.action === 'update' && other.id === record.hubspotId)) return null;
  const values = without(valuesIn(record), ...place);
  return dealChange({ sourceId, warnings, references, displayName }, other, values);
}

function withoutRefused(record: PlannedWrite, refused: ReadonlySet<string>): PlannedRecord | null {
  const values = valuesIn(record);
  const given = [...refused].filter((name) => name in values);
  const needed: readonly string[] = record.action === 'create' ? [...essential, ...place] : essential;
  if (given.length === 0 || given.some((name) => needed.includes(name))) return null;
  const lines = given.map((name) => valueRefused(nameOfJob(record), name, values[name] ?? ''));
  const about = { ...record, warnings: [...record.warnings, ...lines] };
  if (about.action === 'create') return { ...about, properties: without(about.properties, ...given) };
  const { hubspotId, before, after, sourceId, warnings, references, displayName } = about;
  const change = { before: without(before, ...given), after: without(after, ...given) };
  return plannedChange({ sourceId, warnings, references, displayName }, hubspotId, change);
}
