import type { DescMessage } from '@bufbuild/protobuf';
import type { Topic } from '@ridgeline/events';
import type { AppError } from '@ridgeline/kit';
import type { EventHandler } from './handler-result.ts';

/** What a service asks for when it subscribes. */
export interface SubscribeOptions<Schema extends DescMessage> {
  readonly topic: Topic<Schema>;
  /** The consumer group: its members share the partitions, and its offsets outlive them. */
  readonly group: string;
  /** Its name in metrics, where each process has a group of its own: names must stay few. Default: the group's. */
  readonly countedAs?: string;
  readonly handler: EventHandler<Schema>;
  /**
   * Where a group begins that was never seen before. True (the default): at the oldest event there is, so that nothing
   * published before the first start is lost. False: at what is published from the moment `subscribe` is called; meant
   * for a group of its own per process, which is deleted when the subscription ends.
   */
  readonly fromBeginning?: boolean;
  /** Partitions that are worked on at the same time. Default 4. */
  readonly concurrency?: number;
  /** Attempts after which an event whose handler throws unexpectedly is put to the dead letters. Default 5. */
  readonly maxAttempts?: number;
  /**
   * Called when the consumer ended for good: by an error that no other consumer could heal (access, protocol versions,
   * a fault in our own code), while the process lives on. Whatever passes, as a broker that is away, is waited for.
   * Default: the error is thrown as unhandled, upon which a service logs it and exits.
   */
  readonly onFailure?: (error: AppError) => void;
}

/**
 * A place in the group, taken again by itself whenever Kafka was lost; `ping` fails meanwhile. Disposing it finishes the
 * event in hand, commits and leaves the group.
 */
export interface Subscription extends AsyncDisposable {
  /** Stops fetching, without leaving the group; the event in hand is finished. */
  pause(): void;
  resume(): void;
}
