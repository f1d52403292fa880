import { uuidFrom } from '../../seed/ids.ts';

/** A subscription to events, in the simulator's own spelling. */
export interface Subscription {
  readonly id: string;
  readonly consumerUrl: string;
  readonly techContact: string;
  readonly topicNames: readonly string[];
  readonly integrationType: 'Api' | 'Zapier';
  readonly enabled: boolean;
  readonly createdDate: string;
  readonly modifiedDate: string;
  /** The topics of the test events that were requested. */
  readonly testEvents: readonly string[];
  /** How many consecutive events were not accepted on any try. */
  readonly failedEvents: number;
}

export type SubscriptionInput = Pick<
  Subscription,
  'consumerUrl' | 'techContact' | 'topicNames' | 'integrationType'
>;

const momentOf = (now: number): string => new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');

/** The webhook subscriptions of one location (docs/vendors/acculynx.md, 6.1), in the order of their creation. */
export class SubscriptionStore {
  readonly #seed: number;
  readonly #subscriptions = new Map<string, Subscription>();
  #made = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  list(): Subscription[] {
    return [...this.#subscriptions.values()];
  }

  get(id: string): Subscription | null {
    return this.#subscriptions.get(id) ?? null;
  }

  /** The same address and topics may be subscribed any number of times. */
  create(input: SubscriptionInput, now: number): Subscription {
    const at = momentOf(now);
    const id = uuidFrom(this.#seed, this.#made, 900);
    this.#made += 1;
    const state = { enabled: true, createdDate: at, modifiedDate: at, testEvents: [], failedEvents: 0 };
    const made = { ...input, id, ...state };
    this.#subscriptions.set(id, made);
    return made;
  }

  /** Returns null when there is none with this id. */
  change(
    id: string,
    change: Partial<
      Pick<Subscription, 'consumerUrl' | 'techContact' | 'topicNames' | 'enabled' | 'testEvents'>
    >,
    now: number,
  ): Subscription | null {
    const before = this.get(id);
    if (before === null) return null;
    const failedEvents = change.enabled === true ? 0 : before.failedEvents;
    const changed = { ...before, ...change, failedEvents, modifiedDate: momentOf(now) };
    this.#subscriptions.set(id, changed);
    return changed;
  }

  /** Counts the end of an event. Returns the subscription if this disables it, because too many events in a row have failed. */
  countEvent(id: string, accepted: boolean, maxFailed: number, now: number): Subscription | null {
    const before = this.get(id);
    if (before === null) return null;
    const failedEvents = accepted ? 0 : before.failedEvents + 1;
    this.#subscriptions.set(id, { ...before, failedEvents });
    if (failedEvents < maxFailed || !before.enabled) return null;
    return this.change(id, { enabled: false }, now);
  }

  delete(id: string): boolean {
    return this.#subscriptions.delete(id);
  }
}
