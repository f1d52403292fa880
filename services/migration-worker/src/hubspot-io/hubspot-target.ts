import type { ObjectType } from '@ridgeline/contracts';
import {
  isRefusedAsAWhole,
  type BatchAnswer,
  type HubspotClient,
  type HubspotOutcome,
  type HubspotProblem,
  type ObjectPath,
  type UpdateInput,
  type UpsertInput,
} from '@ridgeline/hubspot';
import type { Ok, Rejected } from '@ridgeline/vendor-http';
import { reading, type CallSignals, type HubspotAccess } from '../vendors/run-vendors.ts';
import { pathOf } from './portal-objects.ts';
import { shareUpdates } from './shared-updates.ts';

/** An answer that retrying cannot change. */
export type TargetAnswer = Ok<BatchAnswer> | Rejected<HubspotProblem>;

/**
 * HubSpot's records of one kind as a run uses them: up to 100 at a time, retried until HubSpot answers, safe to repeat. Every
 * call throws `RunFailed` when the token is refused, and the signal's reason when aborted.
 */
export interface HubspotTarget {
  /** By a unique property, or by HubSpot's own id if null. */
  read(idProperty: string | null, ids: readonly string[], signal: AbortSignal): Promise<TargetAnswer>;
  /** Whether any record carries an AccuLynx id. HubSpot's search lags some seconds behind its writes. */
  anySourceId(signal: AbortSignal): Promise<Ok<boolean> | Rejected<HubspotProblem>>;
  /** By the id in AccuLynx. */
  upsert(inputs: readonly UpsertInput[], signals: CallSignals): Promise<TargetAnswer>;
  update(inputs: readonly UpdateInput[], signals: CallSignals): Promise<TargetAnswer>;
  /** By HubSpot's own id. A missing record counts as just archived; there are no results. */
  archive(ids: readonly string[], signals: CallSignals): Promise<TargetAnswer>;
}

/** The answer to a successful archive. */
export const archived: TargetAnswer = { outcome: 'ok', value: { results: [], problems: [] } };

/** Which of HubSpot's records a run works with. */
interface TargetRecords {
  readonly type: ObjectType;
  /** The properties that are read: all that are compared or needed for decisions. */
  readonly readProperties: readonly string[];
}

/** HubSpot's records of one kind over a run's calls. */
export function hubspotTarget(
  hubspot: HubspotAccess,
  { type: { hubspotObject, sourceIdProperty }, readProperties }: TargetRecords,
): HubspotTarget {
  const settle = async <Value>(
    signals: CallSignals,
    call: (client: HubspotClient, object: ObjectPath, until: CallSignals) => Promise<HubspotOutcome<Value>>,
  ): Promise<Ok<Value> | Rejected<HubspotProblem>> => {
    const object = await pathOf(hubspot, hubspotObject, signals.waiting);
    return hubspot.settle(signals, (client, until) => call(client, object, until));
  };
  const update = shareUpdates<TargetAnswer>({
    send: (inputs, signals) =>
      settle(signals, (client, object, until) => client.updateBatch(object, inputs, until)),
    isRefused: isRefusedAsAWhole,
  });
  return {
    read(idProperty, ids, signal) {
      const read = { ids, properties: readProperties, ...(idProperty === null ? {} : { idProperty }) };
      return settle(reading(signal), (client, object, until) => client.readBatch(object, read, until));
    },
    anySourceId: (signal) =>
      settle(reading(signal), (client, object, until) => client.anyWith(object, sourceIdProperty, until)),
    upsert: (inputs, signals) =>
      settle(signals, (client, object, until) => client.upsertBatch(object, sourceIdProperty, inputs, until)),
    update,
    async archive(ids, signals) {
      const answer = await settle(signals, (client, object, until) =>
        client.archiveBatch(object, ids, until),
      );
      return answer.outcome === 'ok' ? archived : answer;
    },
  };
}
