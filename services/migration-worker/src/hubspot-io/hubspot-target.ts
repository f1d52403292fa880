import type { ObjectType } from '@ridgeline/contracts';
import {
  isRefusedAsAWhole,
  type HubspotProblem,
  type UpdateInput,
  type UpsertInput,
} from '@ridgeline/hubspot';
import type { Ok, Rejected } from '@ridgeline/vendor-http';
import { type HubspotAccess, reading, type CallSignals } from '../vendors/run-vendors.ts';
import { shareUpdates } from './shared-updates.ts';
import type { TargetAnswer } from './target-answer.ts';

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

/** HubSpot's records of one kind over a run's calls. */
export function hubspotTarget(
  hubspot: HubspotAccess,
  { type: { hubspotObject, sourceIdProperty }, readProperties }: TargetRecords,
): HubspotTarget {
  const update = shareUpdates<TargetAnswer>({
    send: (inputs, signals) =>
      hubspot.settle(signals, (client, until) => client.updateBatch(hubspotObject, inputs, until)),
    isRefused: isRefusedAsAWhole,
  });
  return {
    read(idProperty, ids, signal) {
      const read = { ids, properties: readProperties, ...(idProperty === null ? {} : { idProperty }) };
      return hubspot.settle(reading(signal), (client, until) => client.readBatch(hubspotObject, read, until));
    },
    anySourceId: (signal) =>
      hubspot.settle(reading(signal), (client, until) =>
        client.anyWith(hubspotObject, sourceIdProperty, until),
      ),
    upsert: (inputs, signals) =>
      hubspot.settle(signals, (client, until) =>
        client.upsertBatch(hubspotObject, sourceIdProperty, inputs, until),
      ),
    update,
  };
}
