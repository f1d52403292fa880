import {
  contactProperties,
  contactSourceId,
  type BatchAnswer,
  type HubspotClient,
  type HubspotProblem,
  type UpdateInput,
  type UpsertInput,
} from '@ridgeline/hubspot';
import type { Ok, Rejected } from '@ridgeline/vendor-http';
import { shareUpdates } from './shared-updates.ts';
import { reading, type CallSignals, type RunVendorClient } from '../vendors/run-vendor-client.ts';

/** An answer that repeating cannot change. */
export type TargetAnswer = Ok<BatchAnswer> | Rejected<HubspotProblem>;

/** By what contacts are read: HubSpot's id, the id in AccuLynx, or the e-mail address. */
export type ContactKey = 'id' | 'sourceId' | 'email';

/**
 * HubSpot's contacts as a run uses them: up to 100 at a time, patient, safe to repeat. Every call throws `RunFailed` when
 * the token is refused and the signal's reason when aborted.
 */
export interface HubspotTarget {
  read(by: ContactKey, ids: readonly string[], signal: AbortSignal): Promise<TargetAnswer>;
  /** Whether any contact carries an id of AccuLynx. HubSpot's search is some seconds behind its writes. */
  anySourceId(signal: AbortSignal): Promise<Ok<boolean> | Rejected<HubspotProblem>>;
  /** By the id in AccuLynx. */
  upsert(inputs: readonly UpsertInput[], signals: CallSignals): Promise<TargetAnswer>;
  update(inputs: readonly UpdateInput[], signals: CallSignals): Promise<TargetAnswer>;
}

/** What is read of a contact: all that is written, and the addresses besides the first. */
const readProperties = [...contactProperties.map(({ name }) => name), 'hs_additional_emails'];

const idProperties = { id: undefined, sourceId: contactSourceId, email: 'email' } as const;

/** HubSpot's contacts over a client whose hooks are the run's. */
export function hubspotTarget(client: HubspotClient, calls: RunVendorClient): HubspotTarget {
  const update = shareUpdates((inputs, signals) =>
    calls.settle(signals, (until) => client.updateBatch('contacts', inputs, until)),
  );
  return {
    read(by, ids, signal) {
      const idProperty = idProperties[by];
      const read = { ids, properties: readProperties, ...(idProperty ? { idProperty } : {}) };
      return calls.settle(reading(signal), (until) => client.readBatch('contacts', read, until));
    },
    anySourceId: (signal) =>
      calls.settle(reading(signal), (until) => client.anyWith('contacts', contactSourceId, until)),
    upsert: (inputs, signals) =>
      calls.settle(signals, (until) => client.upsertBatch('contacts', contactSourceId, inputs, until)),
    update,
  };
}
