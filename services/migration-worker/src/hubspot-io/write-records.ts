import type { RecordKind } from '@ridgeline/contracts';
import type {
  PlannedArchive,
  PlannedChange,
  PlannedCreate,
  PlannedUpdate,
} from '@ridgeline/contracts/internal';
import { isRefusedAsAWhole, type BatchAnswer, type HubspotProblem } from '@ridgeline/hubspot';
import { RunFailed } from '../base/run-errors.ts';
import type { CallSignals } from '../vendors/run-vendors.ts';
import { bisectBatch, type Part } from './bisect-batch.ts';
import type { HubspotTarget } from './hubspot-target.ts';
import { findCreated, findUpdated, recordReader, sourceIdIn } from './read-records.ts';

/** How records are written. */
export interface Writer {
  readonly target: HubspotTarget;
  readonly type: RecordKind;
  readonly signals: CallSignals;
  /** Called with the records right before their write is sent: from then on it may have taken effect. */
  readonly onSend: (records: readonly PlannedChange[]) => void;
}

/** The result of one write. `missing`: neither done nor rejected, because the record is not in HubSpot. */
export type Written<Planned extends PlannedChange = PlannedChange> =
  | { readonly record: Planned; readonly result: 'done'; readonly hubspotId: string }
  | { readonly record: Planned; readonly result: 'refused'; readonly problem: HubspotProblem }
  | { readonly record: Planned; readonly result: 'missing' };

/**
 * Writes creates (as upserts by source id, so that a repetition creates no duplicates) and returns the result of each.
 * Results are matched by the source id in HubSpot's answer, failures by trace id; never by position.
 */
export async function writeCreates(
  { target, type, signals, onSend }: Writer,
  records: readonly PlannedCreate[],
): Promise<readonly Written[]> {
  const send = (some: readonly PlannedCreate[]) => {
    const inputs = some.map(({ sourceId, properties }) => ({ id: sourceId, properties }));
    return target.upsert(inputs, { ...signals, onCall: () => onSend(some) });
  };
  const idIn = ({ results }: BatchAnswer, { sourceId }: PlannedCreate) =>
    results.find((row) => sourceIdIn(row, type) === sourceId)?.id;
  const written = (await bisectBatch(records, send)).flatMap((part) => readAnswer(part, type, idIn));
  const unknown = written.flatMap(({ record, result }) => (result === 'missing' ? record.sourceId : []));
  const found = await findCreated(recordReader(target, type, signals.waiting), unknown);
  return written.map((write) => readBack(write, found(write.record.sourceId)));
}

/** Writes updates by HubSpot id and returns the result of each. */
export async function writeUpdates(
  { target, type, signals, onSend }: Writer,
  records: readonly PlannedUpdate[],
): Promise<readonly Written[]> {
  const send = (some: readonly PlannedUpdate[]) => {
    const inputs = some.map(({ sourceId, hubspotId, after }) => ({
      id: hubspotId,
      traceId: sourceId,
      properties: after,
    }));
    return target.update(inputs, { ...signals, onCall: () => onSend(some) });
  };
  const idIn = ({ results }: BatchAnswer, { hubspotId }: PlannedUpdate) =>
    results.find(({ id }) => id === hubspotId)?.id;
  const written = (await bisectBatch(records, send)).flatMap((part) => readAnswer(part, type, idIn));
  const unknown = written.flatMap(({ record, result }) => (result === 'missing' ? record : []));
  const found = await findUpdated(recordReader(target, type, signals.waiting), unknown);
  return written.map((write) => readBack(write, found(write.record)));
}

/** Archives records by HubSpot id and returns the result of each. */
export async function writeArchives(
  { target, type, signals, onSend }: Writer,
  records: readonly PlannedArchive[],
): Promise<readonly Written[]> {
  const send = (some: readonly PlannedArchive[]) =>
    target.archive(
      some.map(({ hubspotId }) => hubspotId),
      { ...signals, onCall: () => onSend(some) },
    );
  const idIn = (_answer: BatchAnswer, { hubspotId }: PlannedArchive) => hubspotId;
  return (await bisectBatch(records, send)).flatMap((part) => readAnswer(part, type, idIn));
}

function readAnswer<Planned extends PlannedChange>(
  { inputs, answer }: Part<Planned>,
  { hubspotNoun }: RecordKind,
  idIn: (answer: BatchAnswer, record: Planned) => string | undefined,
): Written<Planned>[] {
  if (answer.outcome === 'rejected') {
    const { problem } = answer;
    const [record] = inputs;
    if (inputs.length === 1 && record && isRefusedAsAWhole(answer))
      return [{ record, result: 'refused', problem }];
    throw new RunFailed(
      `HubSpot did not take a batch of ${hubspotNoun.many} (${String(problem.status)}). What is written stays`,
      { again: '; start the migration again.' },
    );
  }
  return inputs.map((record) => {
    const problem = answer.value.problems.find(({ traceIds, ids }) =>
      [...traceIds, ...ids].some(
        (id) => id === record.sourceId || ('hubspotId' in record && id === record.hubspotId),
      ),
    );
    if (problem) return { record, result: 'refused', problem };
    const hubspotId = idIn(answer.value, record);
    return hubspotId === undefined ? { record, result: 'missing' } : { record, result: 'done', hubspotId };
  });
}

function readBack<Planned extends PlannedChange>(
  write: Written<Planned>,
  hubspotId: string | undefined,
): Written<Planned> {
  return write.result === 'missing' && hubspotId !== undefined
    ? { record: write.record, result: 'done', hubspotId }
    : write;
}
