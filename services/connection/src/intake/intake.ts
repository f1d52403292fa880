import type { SentEvent, SentEventResult } from '@ridgeline/contracts/internal';
import { AppError, withTimeout } from '@ridgeline/kit';
import { counter, type Registry } from '@ridgeline/kit/metrics';
import type { Database } from '@ridgeline/postgres';
import { intakeDefinitions } from '../metric-definitions.ts';
import { Batches } from './batches.ts';
import { storeReceived, type HookOwner, type Received, type Stored } from './delivery-store.postgres.ts';
import { readDelivery, unnamed } from './delivery.ts';
import { HookRates, type HookRate } from './hook-rates.ts';
import { HookTokens } from './hook-tokens.ts';

/** Dependencies of the intake. */
export interface IntakeParts {
  /** A pool of its own: neither users nor workers wait for a flood of events, nor does the intake wait for them. */
  readonly db: Database;
  readonly metrics: Registry;
  /** Called when something was stored that must be passed on. */
  readonly onReceived: () => void;
  readonly rate?: HookRate;
}

/** Receives what AccuLynx sends to the addresses of connections. */
export interface Intake {
  /**
   * One result per event, in their order, once all of them are stored or need not be. Throws `server.unavailable`; AccuLynx
   * must then send all of them again.
   */
  receive(sent: readonly SentEvent[]): Promise<SentEventResult[]>;
}

/** Results that the next pack passes on. */
const passedOn: ReadonlySet<Stored> = new Set(['stored', ...unnamed]);

/** AccuLynx waits 10 s for an answer. */
const timeLimitMs = 8_000;

export function createIntake({ db, metrics, onReceived, rate }: IntakeParts): Intake {
  const deliveries = counter(metrics, intakeDefinitions.webhookDeliveries);
  const tokens = new HookTokens(db);
  const rates = new HookRates(rate);
  const writer = new Batches<Received, Stored>({
    work: (received) => db.forSystem((tx) => storeReceived(tx, received)),
    size: 500,
    running: 2,
    waiting: 10_000,
  });

  /**
   * The event in a body, or the reason why the connection must be searched instead. Errors would make AccuLynx disable the
   * subscription.
   */
  const read = (owner: HookOwner, body: string | null): Received['what'] => {
    if (body === null || !rates.take(owner.connectionId)) return 'over_rate';
    const reading = readDelivery(body);
    if (reading.result !== 'delivery') return reading.result;
    const { subscriptionId } = owner;
    const isOwn =
      subscriptionId === null || reading.subscriptionId.toLowerCase() === subscriptionId.toLowerCase();
    return isOwn ? reading.delivery : 'foreign';
  };

  const store = async ({ token, body }: SentEvent): Promise<Stored> => {
    const owner = await tokens.find(token);
    if (!owner) return 'gone';
    const result = await writer.submit({ ...owner, what: read(owner, body) });
    if (passedOn.has(result)) onReceived();
    return result;
  };

  return {
    async receive(sent) {
      try {
        const results = await withTimeout(timeLimitMs, Promise.all(sent.map(store)));
        return results.map((result, at) => {
          deliveries.inc({ result: result === 'gone' ? 'unknown_token' : result }, sent[at]?.requests);
          return result === 'gone' ? 'unknown' : 'accepted';
        });
      } catch (cause) {
        const requests = sent.reduce((sum, each) => sum + each.requests, 0);
        deliveries.inc({ result: 'unavailable' }, requests);
        if (cause instanceof AppError) throw cause;
        throw new AppError('server.unavailable', { cause });
      }
    },
  };
}
