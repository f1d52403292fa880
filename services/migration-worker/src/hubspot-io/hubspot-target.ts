import type { ObjectType } from '@ridgeline/contracts';
import type {
  HubspotOutcome,
  HubspotProblem,
  ObjectPath,
  UpdateInput,
  UpsertInput,
} from '@ridgeline/hubspot';
import type { Ok, Rejected } from '@ridgeline/vendor-http';
import type { HubspotAccess } from '../vendors/open-vendors.ts';
import { reading, type CallSignals } from '../vendors/run-vendor-client.ts';
import { pathOf } from './portal-objects.ts';
import { shareUpdates } from './shared-updates.ts';
import { isRefusedAsAWhole, type TargetAnswer } from './target-answer.ts';

/**
 * HubSpot's records of one kind as a run uses them: up to 100 at a time, repeated until HubSpot answers, safe to repeat.
 * Every call throws `RunFailed` when the token is refused and the signal's reason when aborted.
 */
export interface HubspotTarget {
  /** By a unique property, or by HubSpot's own id where it is null. */
  read(idProperty: string | null, ids: readonly string[], signal: AbortSignal): Promise<TargetAnswer>;
  /** Whether any record carries an id of AccuLynx. HubSpot's search is some seconds behind its writes. */
  anySourceId(signal: AbortSignal): Promise<Ok<boolean> | Rejected<HubspotProblem>>;
  /** By the id in AccuLynx. */
  upsert(inputs: readonly UpsertInput[], signals: CallSignals): Promise<TargetAnswer>;
  update(inputs: readonly UpdateInput[], signals: CallSignals): Promise<TargetAnswer>;
}

/** Which of HubSpot's records a run works with. */
interface TargetRecords {
  readonly type: ObjectType;
  /** What is read of a record: all that decides, or is compared. */
  readonly readProperties: readonly string[];
}

/** HubSpot's records of one kind over a client whose hooks are the run's. */
export function hubspotTarget(
  hubspot: HubspotAccess,
  { type: { hubspotObject, sourceIdProperty }, readProperties }: TargetRecords,
): HubspotTarget {
  const { client, calls } = hubspot;
  const settle = async <Value>(
    signals: CallSignals,
    call: (object: ObjectPath, until: AbortSignal) => Promise<HubspotOutcome<Value>>,
  ): Promise<Ok<Value> | Rejected<HubspotProblem>> => {
    const object = await pathOf(hubspot, hubspotObject, signals.waiting);
    return calls.settle(signals, (until) => call(object, until));
  };
  const update = shareUpdates<TargetAnswer>({
    send: (inputs, signals) => settle(signals, (object, until) => client.updateBatch(object, inputs, until)),
    isRefused: isRefusedAsAWhole,
  });
  return {
    read(idProperty, ids, signal) {
      const read = { ids, properties: readProperties, ...(idProperty === null ? {} : { idProperty }) };
      return settle(reading(signal), (object, until) => client.readBatch(object, read, until));
    },
    anySourceId: (signal) =>
      settle(reading(signal), (object, until) => client.anyWith(object, sourceIdProperty, until)),
    upsert: (inputs, signals) =>
      settle(signals, (object, until) => client.upsertBatch(object, sourceIdProperty, inputs, until)),
    update,
  };
}
