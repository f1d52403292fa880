import { randomUUID } from 'node:crypto';
import type { AcculynxOutcome, AcculynxSubscription } from '@ridgeline/acculynx';
import { ungoverned } from '@ridgeline/governed-vendors/testing';
import type { AcculynxFor } from '../subscriptions/acculynx-subscriptions.ts';

type Call = 'create' | 'read' | 'list' | 'update' | 'remove' | 'test';

/** What a call does instead of its work; `after`: the work is done, but the answer is lost. */
export interface Fault {
  readonly outcome: Exclude<AcculynxOutcome<never>, { outcome: 'ok' }>;
  readonly after?: boolean;
  /** Only the next call. */
  readonly once?: boolean;
}

export const away: Fault = {
  outcome: { outcome: 'unavailable', reason: 'network', status: null, retryAfterMs: null },
};
export const lostAnswer: Fault = { ...away, after: true };
/** The work is done, but the answer is JSON of another shape. */
export const oddAnswer: Fault = {
  outcome: { outcome: 'rejected', problem: { status: 200, category: null, message: '', traceId: null } },
  after: true,
};
/** AccuLynx rejects the address or a topic (docs/vendors/acculynx.md, 1.3). */
export const notTaken: Fault = {
  outcome: {
    outcome: 'rejected',
    problem: { status: 412, category: null, message: 'The consumer URL is not valid', traceId: null },
  },
};
export const refused: Fault = { outcome: { outcome: 'refused', status: 401, scopes: [] } };

/** A test event, and the address that AccuLynx sends it to. */
interface SentTest {
  readonly subscriptionId: string;
  readonly consumerUrl: string;
  readonly topicName: string;
}

/** The subscriptions of one AccuLynx location, as far as connections use them. */
export interface AcculynxFake {
  readonly subscriptions: Map<string, AcculynxSubscription>;
  readonly faults: Partial<Record<Call, Fault | undefined>>;
  /** The keys that were used, and for which calls. */
  readonly calls: { readonly call: Call; readonly apiKey: string }[];
  /** The test events that AccuLynx agreed to send. */
  readonly tests: readonly SentTest[];
  readonly acculynx: AcculynxFor;
  /** Called when a call's work is done, before it is answered. */
  beforeAnswer: (call: Call) => Promise<void>;
  reset(): void;
}

export function acculynxFake(): AcculynxFake {
  const subscriptions = new Map<string, AcculynxSubscription>();
  const faults: Partial<Record<Call, Fault | undefined>> = {};
  const calls: { call: Call; apiKey: string }[] = [];
  const tests: SentTest[] = [];

  const doing = <T>(call: Call, apiKey: string, work: () => T): Promise<AcculynxOutcome<T>> => {
    calls.push({ call, apiKey });
    const fault = faults[call];
    if (!fault) {
      const value = work();
      return fake.beforeAnswer(call).then(() => ({ outcome: 'ok', value }));
    }
    if (fault.after) work();
    if (fault.once) Reflect.deleteProperty(faults, call);
    return Promise.resolve(fault.outcome);
  };

  const fake: AcculynxFake = {
    beforeAnswer: () => Promise.resolve(),
    subscriptions,
    faults,
    calls,
    tests,
    acculynx: (apiKey) =>
      ungoverned({
        createSubscription: ({ consumerUrl, techContact, topicNames }) =>
          doing('create', apiKey, () => {
            const id = randomUUID();
            const made = { id, consumerUrl, enabled: true, techContact, topicNames: [...topicNames] };
            subscriptions.set(id, made);
            return { subscriptionId: id };
          }),
        subscription: (id) => doing('read', apiKey, () => subscriptions.get(id) ?? null),
        subscriptions: () => doing('list', apiKey, () => [...subscriptions.values()]),
        updateSubscription: (id, { topicNames }) =>
          doing('update', apiKey, () => {
            const known = subscriptions.get(id);
            if (!known) return 'gone';
            subscriptions.set(id, { ...known, topicNames: [...topicNames] });
            return 'updated';
          }),
        deleteSubscription: (id) =>
          doing('remove', apiKey, () => (subscriptions.delete(id) ? 'deleted' : 'gone')),
        sendTestEvent: (id, topicName) =>
          doing('test', apiKey, () => {
            const known = subscriptions.get(id);
            if (!known) return 'gone';
            tests.push({ subscriptionId: id, consumerUrl: known.consumerUrl, topicName });
            return 'accepted';
          }),
      }),
    reset() {
      subscriptions.clear();
      calls.length = 0;
      tests.length = 0;
      fake.beforeAnswer = () => Promise.resolve();
      for (const call of Object.keys(faults) as Call[]) Reflect.deleteProperty(faults, call);
    },
  };
  return fake;
}
