import type { CallSignals, Transport, VendorRequest } from '@ridgeline/vendor-http';
import { acculynxDone, acculynxOutcome, isGone, type AcculynxOutcome } from './acculynx-outcome.ts';
import { readShortList } from './short-list.ts';
import {
  newSubscriptionSchema,
  subscriptionSchema,
  type AcculynxSubscription,
} from './records/subscription.ts';

/** What a subscription can be changed to; its address cannot be changed (docs/vendors/acculynx.md, 6.1). */
export interface SubscriptionChange {
  /** The email address to which AccuLynx reports delivery errors. */
  readonly techContact: string;
  readonly topicNames: readonly string[];
}

export interface NewSubscription extends SubscriptionChange {
  readonly consumerUrl: string;
}

/** The management of webhooks; a subscription covers the location of the key. */
export interface SubscriptionCalls {
  /**
   * Not safe to repeat: AccuLynx accepts the same address twice and then delivers twice. If the outcome is unknown, look
   * for the address among `subscriptions`.
   */
  createSubscription(
    subscription: NewSubscription,
    signals?: CallSignals,
  ): Promise<AcculynxOutcome<{ subscriptionId: string }>>;
  /** One subscription; null when it is gone (404). */
  subscription(id: string, signals?: CallSignals): Promise<AcculynxOutcome<AcculynxSubscription | null>>;
  /** All subscriptions of the location, disabled ones too. */
  subscriptions(signals?: CallSignals): Promise<AcculynxOutcome<AcculynxSubscription[]>>;
  /** Replaces contact and topics. Safe to repeat. */
  updateSubscription(
    id: string,
    change: SubscriptionChange,
    signals?: CallSignals,
  ): Promise<AcculynxOutcome<'updated' | 'gone'>>;
  /** Safe to repeat. */
  deleteSubscription(id: string, signals?: CallSignals): Promise<AcculynxOutcome<'deleted' | 'gone'>>;
  /** Makes AccuLynx send an event with placeholder ids to the subscription's address, whether or not its topic is subscribed. */
  sendTestEvent(
    id: string,
    topicName: string,
    signals?: CallSignals,
  ): Promise<AcculynxOutcome<'accepted' | 'gone'>>;
}

/** The default page size; the maximum is not documented (3.3). */
const listed = { subscriptionStatusQueryFilter: 'All', pageSize: 25 } as const;
const base = '/webhooks/v2/subscriptions';
const one = (id: string) => ({ path: `${base}/{id}`, inPath: { id } });

/** The calls below the second base address (6.1). */
export function subscriptionCalls(transport: Transport): SubscriptionCalls {
  const send = async <Done extends string>(request: VendorRequest, done: Done) => {
    const exchange = await transport(request);
    return isGone(exchange) ? ({ outcome: 'ok', value: 'gone' } as const) : acculynxDone(exchange, done);
  };

  return {
    createSubscription: async ({ consumerUrl, techContact, topicNames }, signals) => {
      const body = { consumerUrl, techContact, topicNames, integrationType: 'Api' };
      const exchange = await transport({ method: 'POST', path: base, body, signals });
      return acculynxOutcome(exchange, newSubscriptionSchema);
    },

    subscription: async (id, signals) => {
      const exchange = await transport({ method: 'GET', ...one(id), signals });
      return isGone(exchange)
        ? { outcome: 'ok', value: null }
        : acculynxOutcome(exchange, subscriptionSchema);
    },

    subscriptions: (signals) =>
      readShortList({
        fetchPage: (pageStartIndex) =>
          transport({ method: 'GET', path: base, query: { ...listed, pageStartIndex }, signals }),
        startIndex: 'record',
        pageSize: listed.pageSize,
        row: subscriptionSchema,
      }),

    updateSubscription: (id, { techContact, topicNames }, signals) => {
      const body = { technicalContact: techContact, topicNames };
      return send({ method: 'PUT', ...one(id), body, signals }, 'updated');
    },

    deleteSubscription: (id, signals) => send({ method: 'DELETE', ...one(id), signals }, 'deleted'),

    sendTestEvent: (id, topicName, signals) => {
      const path = `${base}/{id}/test-event`;
      return send({ method: 'POST', path, inPath: { id }, body: { topicName }, signals }, 'accepted');
    },
  };
}
