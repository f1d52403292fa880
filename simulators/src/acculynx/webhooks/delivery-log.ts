import type { TryOutcome } from './consumer.ts';
import type { Mishap } from './disturbance.ts';

/** `nowhere`: the consumer's host has no local address. `dropped`: its subscription was deleted or disabled before. */
export type DeliveryEnd = 'accepted' | 'failed' | 'nowhere' | 'dropped';

/** One event for one subscription. */
export interface LoggedDelivery {
  /** Counts upwards from 1 over all companies. */
  readonly number: number;
  readonly companyId: string;
  readonly subscriptionId: string;
  readonly eventId: string;
  readonly topicName: string;
  readonly recordId: string;
  /** When the change happened. */
  readonly at: string;
  readonly mishaps: readonly Mishap[];
  /** When each try began, and when and how it ended. */
  readonly tries: { readonly sentAt: string; readonly at: string; readonly outcome: TryOutcome }[];
  end: DeliveryEnd | null;
}

type Counted = 'events' | 'tries' | DeliveryEnd | Mishap;

/** Counts all deliveries and keeps the newest. */
export class DeliveryLog {
  readonly #capacity: number;
  readonly #counts = new Map<Counted, number>();
  #newest: LoggedDelivery[] = [];

  constructor(capacity = 50_000) {
    this.#capacity = capacity;
  }

  get counts(): Partial<Record<Counted, number>> {
    return Object.fromEntries(this.#counts);
  }

  count(what: Counted): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  add(delivery: LoggedDelivery): void {
    this.count('events');
    for (const mishap of delivery.mishaps) this.count(mishap);
    this.#newest.push(delivery);
    if (this.#newest.length > 2 * this.#capacity) this.#newest = this.#newest.slice(-this.#capacity);
  }

  /** The newest deliveries of a company, oldest first. */
  list(companyId: string): LoggedDelivery[] {
    return this.#newest.slice(-this.#capacity).filter((delivery) => delivery.companyId === companyId);
  }

  clear(): void {
    this.#counts.clear();
    this.#newest = [];
  }
}
