import type { AcculynxClient, AcculynxOutcome, AcculynxSubscription } from '@ridgeline/acculynx';
import { testTopic } from './subscription-order.ts';
import { reading, type CallSignals, type GovernedVendor } from '@ridgeline/governed-vendors';

type SubscriptionClient = Pick<
  AcculynxClient,
  | 'createSubscription'
  | 'subscription'
  | 'subscriptions'
  | 'updateSubscription'
  | 'deleteSubscription'
  | 'sendTestEvent'
>;

/** Calls AccuLynx with a key, within the key's limits. */
export type AcculynxFor = (apiKey: string) => GovernedVendor<SubscriptionClient>;

/** Settings and dependencies of subscriptions. */
export interface SubscriptionOptions {
  readonly acculynx: AcculynxFor;
  /** The address of the product's hooks as AccuLynx reaches it. */
  readonly baseUrl: string;
  /** The contact whom AccuLynx notifies when events cannot be delivered. */
  readonly techContact: string;
  /** How long all attempts of one call may take together, in ms. */
  readonly timeLimitMs?: number;
}

/** The calls about subscriptions with one key; each has an outcome within the time limit. */
export interface AcculynxSubscriptions {
  /** Never retried: a repeated call could subscribe twice. */
  create(
    address: string,
    topicNames: readonly string[],
  ): Promise<AcculynxOutcome<{ subscriptionId: string }>>;
  read(id: string): Promise<AcculynxOutcome<AcculynxSubscription | null>>;
  list(): Promise<AcculynxOutcome<AcculynxSubscription[]>>;
  update(id: string, topicNames: readonly string[]): Promise<AcculynxOutcome<'updated' | 'gone'>>;
  remove(id: string): Promise<AcculynxOutcome<'deleted' | 'gone'>>;
  test(id: string): Promise<AcculynxOutcome<'accepted' | 'gone'>>;
}

/** The subscriptions of the location that a key belongs to. */
export function acculynxSubscriptions(options: SubscriptionOptions, apiKey: string): AcculynxSubscriptions {
  const { acculynx, techContact, timeLimitMs = 10_000 } = options;
  const vendor = acculynx(apiKey);

  const inTime = async <T>(
    work: (signal: AbortSignal) => Promise<AcculynxOutcome<T>>,
  ): Promise<AcculynxOutcome<T>> => {
    const deadline = AbortSignal.timeout(timeLimitMs);
    try {
      return await work(deadline);
    } catch (error) {
      if (!deadline.aborted) throw error;
      return { outcome: 'unavailable', reason: 'timeout', status: null, retryAfterMs: null };
    }
  };
  const repeated = <T>(
    call: (client: SubscriptionClient, signals: CallSignals) => Promise<AcculynxOutcome<T>>,
  ) => inTime((signal) => vendor.attempt(reading(signal), call));

  return {
    create: (consumerUrl, topicNames) =>
      inTime((signal) =>
        vendor.client.createSubscription({ consumerUrl, techContact, topicNames }, reading(signal)),
      ),
    read: (id) => repeated((client, until) => client.subscription(id, until)),
    list: () => repeated((client, until) => client.subscriptions(until)),
    update: (id, topicNames) =>
      repeated((client, until) => client.updateSubscription(id, { techContact, topicNames }, until)),
    remove: (id) => repeated((client, until) => client.deleteSubscription(id, until)),
    test: (id) => repeated((client, until) => client.sendTestEvent(id, testTopic, until)),
  };
}
