import { randomUUID } from 'node:crypto';
import type { Disturbances, Settings } from '../../configuration/settings.ts';
import type { Clock } from '../../determinism/clock.ts';
import { mix } from '../../determinism/random.ts';
import type { RecordChange } from '../../seed/record-changes.ts';
import type { Subscription } from '../account/subscription-store.ts';
import { withoutNulls } from '../answers/without-nulls.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import { isAccepted, localAddressOf, postEvent, type DeliverySettings, type TryOutcome } from './consumer.ts';
import { DeliveryLog, type DeliveryEnd, type LoggedDelivery } from './delivery-log.ts';
import { readLagMs, sendPlan } from './disturbance.ts';
import { eventBody, eventMoment, type EventSubject } from './event-body.ts';
import { topicsOf } from './event-topics.ts';
import { placeholderOf } from './placeholder.ts';

interface DeliveryWorld {
  readonly clock: Clock;
  readonly settings: () => Settings['acculynx'];
  readonly company: (companyId: string) => AccuLynxCompany | null;
  /** Called when failed events disable a subscription. */
  readonly onDisabled: (subscription: Subscription) => void;
}

/** Sends AccuLynx's events to the consumers of subscriptions: POST, time-out, retries, disabling (docs/vendors/acculynx.md, 6.4). */
export class Deliveries {
  readonly log = new DeliveryLog();
  readonly #world: DeliveryWorld;
  readonly #waitingForSlot: (() => void)[] = [];
  readonly #held: (() => void)[] = [];
  #inFlight = 0;
  #events = 0;
  #writes = 0;
  #override: Disturbances = {};
  #stopped = new AbortController();

  constructor(world: DeliveryWorld) {
    this.#world = world;
  }

  /** Runs a change with these disturbances of its events and reads instead of those in the settings. */
  disturbed<T>(disturbances: Disturbances, change: () => T): T {
    this.#override = disturbances;
    try {
      return change();
    } finally {
      this.#override = {};
    }
  }

  /** How far the reads of a record trail behind a write that happens now. */
  readLagMs(): number {
    this.#writes += 1;
    const { disturbances, seed } = this.#settings;
    return readLagMs(disturbances, seed, this.#writes);
  }

  /** Sends the events of a change to every enabled subscription of their topics. */
  announce(companyId: string, change: RecordChange): void {
    const company = this.#world.company(companyId);
    const subscriptions = company?.subscriptions.list().filter(({ enabled }) => enabled) ?? [];
    if (company === null || subscriptions.length === 0) return;
    const subject = subjectOf(change);
    for (const topicName of topicsOf(change)) {
      for (const subscription of subscriptions)
        if (subscription.topicNames.includes(topicName))
          this.#send(company, subscription, topicName, subject);
    }
  }

  /** Sends a test event with placeholder ids, whether its topic is subscribed or not. */
  test(company: AccuLynxCompany, subscription: Subscription, topicName: string): void {
    this.#send(company, subscription, topicName, placeholderOf(topicName));
  }

  /** Sends the events that are held; returns how many. */
  release(): number {
    const held = this.#held.splice(0);
    for (const send of held) send();
    return held.length;
  }

  /** Forgets all deliveries; those in progress end. */
  clear(): void {
    this.#stopped.abort();
    this.#stopped = new AbortController();
    this.#events = 0;
    this.#writes = 0;
    this.log.clear();
    this.#held.splice(0);
    for (const wake of this.#waitingForSlot.splice(0)) wake();
  }

  #now(): string {
    return new Date(this.#world.clock.now()).toISOString();
  }

  get #settings(): DeliverySettings {
    const settings = this.#world.settings().deliveries;
    return { ...settings, disturbances: { ...settings.disturbances, ...this.#override } };
  }

  #send(
    company: AccuLynxCompany,
    { id: subscriptionId, consumerUrl }: Subscription,
    topicName: string,
    subject: EventSubject,
  ): void {
    this.#events += 1;
    const number = this.#events;
    const { disturbances, seed } = this.#settings;
    const now = this.#world.clock.now();
    const at = eventMoment(now, mix(seed, number));
    const plan = sendPlan(disturbances, seed, number);
    const delivery: LoggedDelivery = {
      number,
      companyId: company.companyId,
      subscriptionId,
      eventId: randomUUID(),
      topicName,
      recordId: subject.kind === 'contact' ? subject.id : subject.job.id,
      at: new Date(now).toISOString(),
      mishaps: plan.mishaps,
      tries: [],
      end: null,
    };
    this.log.add(delivery);
    const { eventId } = delivery;
    const body = (): string => {
      const { quirks } = this.#world.settings();
      const event = eventBody(topicName, subject, at, { data: company.data, quirks });
      return JSON.stringify(withoutNulls({ topicName, eventDateTime: at, eventId, subscriptionId, event }));
    };
    const send = (): void => {
      for (const delayMs of plan.delaysMs) void this.#deliver(delivery, consumerUrl, body, delayMs);
    };
    if (plan.mishaps.includes('held')) this.#held.push(send);
    else send();
  }

  async #deliver(
    delivery: LoggedDelivery,
    consumerUrl: string,
    body: () => string,
    delayMs: number,
  ): Promise<void> {
    const { signal } = this.#stopped;
    if (delayMs > 0) await this.#world.clock.wait(delayMs);
    const end = await this.#try(delivery, consumerUrl, body(), signal);
    if (signal.aborted || end === null) return;
    delivery.end = end;
    this.log.count(end);
    if (end === 'nowhere' || end === 'dropped') return;
    const max = this.#settings.failedEventsUntilDisabled;
    const { subscriptions } = this.#world.company(delivery.companyId) ?? {};
    const now = this.#world.clock.now();
    const disabled = subscriptions?.countEvent(delivery.subscriptionId, end === 'accepted', max, now);
    if (disabled != null) this.#world.onDisabled(disabled);
  }

  /** Tries until the consumer accepts the event or no try is left; null when everything was cleared first. */
  async #try(
    delivery: LoggedDelivery,
    consumerUrl: string,
    body: string,
    stopped: AbortSignal,
  ): Promise<DeliveryEnd | null> {
    for (let attempt = 0; !stopped.aborted; attempt += 1) {
      if (!this.#isWanted(delivery)) return 'dropped';
      const address = localAddressOf(consumerUrl, this.#settings);
      if (address === null) return 'nowhere';
      const sentAt = this.#now();
      const outcome = await this.#post(address, body, stopped);
      delivery.tries.push({ sentAt, at: this.#now(), outcome });
      this.log.count('tries');
      if (isAccepted(outcome)) return 'accepted';
      const { retryAfterMs, retryScale } = this.#settings;
      const wait = retryAfterMs[attempt];
      if (wait === undefined) return 'failed';
      await this.#world.clock.wait(wait * retryScale);
    }
    return null;
  }

  async #post(address: URL, body: string, stopped: AbortSignal): Promise<TryOutcome> {
    while (this.#inFlight >= this.#settings.concurrency && !stopped.aborted)
      await new Promise<void>((resolve) => this.#waitingForSlot.push(resolve));
    this.#inFlight += 1;
    try {
      return await postEvent(address, body, this.#settings.timeoutMs, stopped);
    } finally {
      this.#inFlight -= 1;
      this.#waitingForSlot.shift()?.();
    }
  }

  #isWanted({ companyId, subscriptionId }: LoggedDelivery): boolean {
    return this.#world.company(companyId)?.subscriptions.get(subscriptionId)?.enabled === true;
  }
}

function subjectOf(change: RecordChange): EventSubject {
  switch (change.kind) {
    case 'contact':
      return { kind: 'contact', id: change.after.id };
    case 'job':
      return { kind: 'job', job: change.after, before: change.before };
    case 'job file':
      return { kind: 'job', job: change.job, before: null };
  }
}
