import { jobType } from '@ridgeline/contracts';
import type { PlannedRecord, PlannedUpdate, PlannedWrite } from '@ridgeline/contracts/internal';
import type { HubspotProblem } from '@ridgeline/hubspot';
import { omit } from '../../../base/collections.ts';
import { isConflict } from '../../../hubspot-io/failure-reason.ts';
import { plannedChange } from '../../../hubspot-io/differences.ts';
import type { RecordReader } from '../../../hubspot-io/read-records.ts';
import { stageNotMoved, valueRefused } from '../job-messages.ts';
import { milestoneProperty } from '../mapping/choice-rows.ts';
import { dealChange, stageProperty } from './deal-change.ts';

/** A deal's pipeline and stage are set when it is created. */
const place = ['pipeline', stageProperty];
/** A deal's milestone shows which stage it has reached: without the move, the next run must see that the deal is behind. */
const milestone = [milestoneProperty, 'acculynx_milestone_date', 'acculynx_milestone_status'];
/** A deal must have these properties. */
const essential = [jobType.sourceIdProperty, 'dealname'];

const valuesIn = (record: PlannedWrite) => (record.action === 'create' ? record.properties : record.after);

/**
 * Plans a rejected job again where that may help: as a change of the deal that has its id by now, or without the values that
 * HubSpot rejects. null when nothing can be done.
 */
export async function replanJob(
  record: PlannedWrite,
  problem: HubspotProblem,
  read: RecordReader,
): Promise<PlannedRecord | null> {
  const isTakenId = problem.properties.some(({ code }) => code === 'CONFLICTING_UNIQUE_VALUE');
  if (isTakenId || isConflict(problem)) return asChangeOfOther(record, read);
  const refused = new Set(problem.properties.flatMap(({ name }) => name ?? []));
  return isMoveRefused(record, problem) ? withoutMove(record, refused) : withoutRefused(record, refused);
}

/** Whether HubSpot rejects a deal's new stage: the stage itself, its milestone, or because of the stage's requirements. */
function isMoveRefused(record: PlannedWrite, { properties }: HubspotProblem): record is PlannedUpdate {
  if (record.action === 'create' || !(stageProperty in record.after)) return false;
  return properties.some(
    ({ name, code }) =>
      name === stageProperty ||
      name === milestoneProperty ||
      code === 'MISSING_CONDITIONAL_REQUIRED_PROPERTY',
  );
}

/** The change without the stage and the milestone, which are only written together. */
function withoutMove(record: PlannedUpdate, refused: ReadonlySet<string>): PlannedRecord | null {
  const stage = record.labels?.[stageProperty] ?? '';
  const left: PlannedUpdate = {
    ...record,
    warnings: [...record.warnings, stageNotMoved(stage)],
    before: omit(record.before, stageProperty, ...milestone),
    after: omit(record.after, stageProperty, ...milestone),
  };
  return [...refused].some((name) => name in left.after) ? withoutRefused(left, refused) : changeOf(left);
}

async function asChangeOfOther(record: PlannedWrite, read: RecordReader): Promise<PlannedRecord | null> {
  const { sourceId, name, warnings, references } = record;
  const other = (await read.bySourceId([sourceId])).get(sourceId);
  if (!other || (record.action === 'update' && other.id === record.hubspotId)) return null;
  const values = omit(valuesIn(record), ...place, ...milestone);
  return dealChange({ sourceId, name, warnings, references }, other, values);
}

function withoutRefused(record: PlannedWrite, refused: ReadonlySet<string>): PlannedRecord | null {
  const values = valuesIn(record);
  const given = [...refused].filter((name) => name in values);
  const needed: readonly string[] = record.action === 'create' ? [...essential, ...place] : essential;
  if (given.length === 0 || given.some((name) => needed.includes(name))) return null;
  const lines = given.map((name) => valueRefused(name, values[name] ?? ''));
  const about = { ...record, warnings: [...record.warnings, ...lines] };
  if (about.action === 'create') return { ...about, properties: omit(about.properties, ...given) };
  const { before, after } = about;
  return changeOf({ ...about, before: omit(before, ...given), after: omit(after, ...given) });
}

/** The rest of a change, possibly nothing. */
const changeOf = ({ hubspotId, before, after, held, ...record }: PlannedUpdate): PlannedRecord => {
  const { sourceId, name, warnings, references } = record;
  return plannedChange({ sourceId, name, warnings, references }, hubspotId, { before, after, held });
};
