import type { ReceivedEvent } from '@ridgeline/events';
import type { DescMessage } from '@bufbuild/protobuf';

/**
 * What a handler says about an event:
 * - `done`: its effect is stored; the next event follows.
 * - `retry`: not now. The partition pauses and the same event comes again, before any later one of its partition:
 *   after `afterMs`, or with a growing delay when that is left out. Retries have no end.
 * - `dead`: no retry can help: the event contradicts what is known here. Nothing was changed; the event is counted as
 *   refused and goes to the dead letters with the reason, and the next event follows.
 *
 * A handler that throws a retriable `AppError` asks for `retry`; any other error is taken for a fault in the code or in
 * the event: it is retried a few times, then the event goes to the dead letters.
 */
export type HandlerResult =
  | { readonly verdict: 'done' }
  | { readonly verdict: 'retry'; readonly reason: string; readonly afterMs?: number }
  | { readonly verdict: 'dead'; readonly reason: string; readonly kind?: RefusalKind };

/**
 * Why an event was refused, as it is counted: its envelope, type or value cannot be read; its parts contradict one
 * another or what is known here; it tells of something that is unknown here, or is another company's; a consumer cannot
 * use it for a reason of its own.
 */
export type RefusalKind = 'envelope' | 'type' | 'value' | 'contradiction' | 'unknown' | 'unusable';

/** Handles one event. The same event may come more than once (see `once`); events of one key come one at a time, in order. */
export type EventHandler<Schema extends DescMessage> = (
  event: ReceivedEvent<Schema>,
) => Promise<HandlerResult>;
