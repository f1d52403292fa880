import type { DescMessage } from '@bufbuild/protobuf';
import type { ReceivedEvent, Topic } from '@ridgeline/events';
import type { AppError } from '@ridgeline/kit';

/** What a service asks for when it subscribes. */
export interface SubscribeOptions<Schema extends DescMessage> {
  readonly topic: Topic<Schema>;
  /** The consumer group: its members share the partitions, and its offsets outlive them. */
  readonly group: string;
  /** Its name in metrics, where each process has a group of its own: names must stay few. Default: the group's. */
  readonly countedAs?: string;
  readonly handler: EventHandler<Schema>;
  /**
   * Where a new group begins. True (the default): at the oldest event that exists, so that nothing published before the
   * first start is lost. False: at what is published from the moment `subscribe` is called; meant for one group per
   * process, which is deleted when the subscription ends.
   */
  readonly fromBeginning?: boolean;
  /** Partitions that are worked on at the same time. Default 4. */
  readonly concurrency?: number;
  /** Attempts after which an event whose handler throws unexpectedly goes to the dead letters. Default 5. */
  readonly maxAttempts?: number;
  /**
   * Called when the consumer has ended permanently while the process keeps running: by an error that no other consumer
   * could fix (access, protocol versions, a fault in our own code). It waits out temporary problems, such as an unavailable
   * broker. Default: the error is thrown as unhandled, so that a service logs it and exits.
   */
  readonly onFailure?: (error: AppError) => void;
}

/**
 * A place in the group, taken again automatically after Kafka was lost; `ping` fails while it is. Disposing it finishes
 * the event in progress, commits and leaves the group.
 */
export interface Subscription extends AsyncDisposable {
  /** Stops fetching, without leaving the group; the event in progress is finished. */
  pause(): void;
  resume(): void;
}

/**
 * What a handler returns for an event:
 * - `done`: its effect is stored; the next event follows.
 * - `retry`: not now. The partition pauses and the same event comes again, before any later one of its partition:
 *   after `afterMs`, or with a growing delay by default. The number of retries is unlimited.
 * - `dead`: no retry can help: the event contradicts what is known here. Nothing was changed; the event is counted as
 *   refused and goes to the dead letters with the reason, and the next event follows.
 *
 * A handler that throws a retriable `AppError` asks for `retry`; any other error is considered a fault in the code or in
 * the event: it is retried a few times, then the event goes to the dead letters.
 */
export type HandlerResult =
  | { readonly verdict: 'done' }
  | { readonly verdict: 'retry'; readonly reason: string; readonly afterMs?: number }
  | { readonly verdict: 'dead'; readonly reason: string; readonly kind?: RefusalKind };

/**
 * Why an event was refused, as it is counted: its envelope, type or value cannot be read; its parts contradict one another
 * or what is known here; it names something that is unknown here, or that belongs to another company; the consumer has a
 * reason of its own.
 */
export type RefusalKind = 'envelope' | 'type' | 'value' | 'contradiction' | 'unknown' | 'unusable';

/** Handles one event. The same event may come more than once (see `once`); events of one key come one at a time, in order. */
export type EventHandler<Schema extends DescMessage> = (
  event: ReceivedEvent<Schema>,
) => Promise<HandlerResult>;
