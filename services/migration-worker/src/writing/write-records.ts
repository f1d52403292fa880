import type { BatchAnswer, HubspotProblem } from '@ridgeline/hubspot';
import { sourceIdOf } from '../planning/counterparts.ts';
import { readContacts, type ContactReader } from '../planning/read-contacts.ts';
import type { PlannedCreate, PlannedUpdate, PlannedWrite } from '../planning/planned.ts';
import { RunFailed } from '../run/run-stop.ts';
import type { HubspotTarget } from '../vendors/hubspot-target.ts';
import type { CallSignals } from '../vendors/run-vendor-client.ts';
import { bisectBatch, type Part } from './bisect-batch.ts';

/** How records are written. */
export interface Writer {
  readonly target: HubspotTarget;
  readonly signals: CallSignals;
  /** Told of the records right before their write goes out: from then on it may have happened. */
  readonly onSend: (records: readonly PlannedWrite[]) => void;
}

/** What became of one write. `missing` is neither done nor refused, and the record is not in HubSpot. */
export type Written<Planned extends PlannedWrite = PlannedWrite> =
  | { readonly record: Planned; readonly result: 'done'; readonly hubspotId: string }
  | { readonly record: Planned; readonly result: 'refused'; readonly problem: HubspotProblem }
  | { readonly record: Planned; readonly result: 'missing' };

/**
 * Writes creates (as upserts by source id, so that a repetition creates nothing twice) and tells what became of each.
 * Results are matched by the source id that HubSpot answers, failures by trace id, never by position.
 */
export async function writeCreates(
  { target, signals, onSend }: Writer,
  records: readonly PlannedCreate[],
): Promise<readonly Written[]> {
  const send = (some: readonly PlannedCreate[]) => {
    const inputs = some.map(({ sourceId, properties }) => ({ id: sourceId, properties }));
    return target.upsert(inputs, { ...signals, onCall: () => onSend(some) });
  };
  const written = (await bisectBatch(records, send)).flatMap((part) =>
    results(part, (answer, { sourceId }) => answer.results.find((row) => sourceIdOf(row) === sourceId)?.id),
  );
  const unknown = written.flatMap(({ record, result }) => (result === 'missing' ? record.sourceId : []));
  const found = await findCreated(target, unknown, signals.waiting);
  return written.map((write) => readBack(write, found(write.record.sourceId)));
}

/** Writes updates by HubSpot id and tells what became of each. */
export async function writeUpdates(
  { target, signals, onSend }: Writer,
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
  const written = (await bisectBatch(records, send)).flatMap((part) =>
    results(part, (answer, { hubspotId }) => answer.results.find(({ id }) => id === hubspotId)?.id),
  );
  const unknown = written.flatMap(({ record, result }) => (result === 'missing' ? record : []));
  const found = await findUpdated(target, unknown, signals.waiting);
  return written.map((write) => readBack(write, found(write.record)));
}

/** Reads back which of these source ids are in HubSpot: answers their HubSpot ids. */
export async function findCreated(
  target: ContactReader,
  sourceIds: readonly string[],
  signal: AbortSignal,
): Promise<(sourceId: string) => string | undefined> {
  const found = await readContacts(target, 'sourceId', sourceIds, signal);
  return (sourceId) => found.get(sourceId)?.id;
}

/** Reads back which updates HubSpot has in force: answers their HubSpot ids. */
export async function findUpdated(
  target: ContactReader,
  records: readonly PlannedUpdate[],
  signal: AbortSignal,
): Promise<(record: PlannedUpdate) => string | undefined> {
  const ids = records.map(({ hubspotId }) => hubspotId);
  const found = await readContacts(target, 'id', ids, signal);
  return ({ hubspotId, after }) => {
    const row = found.get(hubspotId);
    const applied =
      row && Object.entries(after).every(([name, value]) => (row.properties[name] ?? '') === value);
    return applied ? row.id : undefined;
  };
}

function results<Planned extends PlannedWrite>(
  { inputs, answer }: Part<Planned>,
  idIn: (answer: BatchAnswer, record: Planned) => string | undefined,
): Written<Planned>[] {
  if (answer.outcome === 'rejected') {
    const { problem } = answer;
    const [record] = inputs;
    if (inputs.length === 1 && record && (problem.status === 400 || problem.status === 409))
      return [{ record, result: 'refused', problem }];
    throw new RunFailed(`HubSpot did not take a batch of contacts (${String(problem.status)}).`);
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

function readBack<Planned extends PlannedWrite>(
  write: Written<Planned>,
  hubspotId: string | undefined,
): Written<Planned> {
  return write.result === 'missing' && hubspotId !== undefined
    ? { record: write.record, result: 'done', hubspotId }
    : write;
}
