import {
  contactProperties,
  contactSourceId,
  type BatchAnswer,
  type HubspotClient,
  type HubspotOutcome,
  type HubspotProblem,
  type UpdateInput,
  type UpsertInput,
} from '@ridgeline/hubspot';
import type { Ok, Rejected } from '@ridgeline/vendor-http';
import type { VendorLine } from './vendor-line.ts';

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
  /** By the id in AccuLynx. */
  upsert(inputs: readonly UpsertInput[], signal: AbortSignal): Promise<TargetAnswer>;
  update(inputs: readonly UpdateInput[], signal: AbortSignal): Promise<TargetAnswer>;
}

/** What is read of a contact: all that is written, and the addresses besides the first. */
const readProperties = [...contactProperties.map(({ name }) => name), 'hs_additional_emails'];

const idProperties = { id: undefined, sourceId: contactSourceId, email: 'email' } as const;

/** HubSpot's contacts over a client whose hooks are those of the line. */
export function hubspotTarget(client: HubspotClient, line: VendorLine): HubspotTarget {
  const settle = (signal: AbortSignal, call: () => Promise<HubspotOutcome<BatchAnswer>>) =>
    line.settle(signal, call);
  return {
    read(by, ids, signal) {
      const idProperty = idProperties[by];
      const read = { ids, properties: readProperties, ...(idProperty ? { idProperty } : {}) };
      return settle(signal, () => client.readBatch('contacts', read, signal));
    },
    upsert: (inputs, signal) =>
      settle(signal, () => client.upsertBatch('contacts', contactSourceId, inputs, signal)),
    update: (inputs, signal) => settle(signal, () => client.updateBatch('contacts', inputs, signal)),
  };
}
