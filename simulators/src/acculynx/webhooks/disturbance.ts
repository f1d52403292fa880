import { mix, mulberry32 } from '../../determinism/random.ts';
import type { DeliverySettings } from './consumer.ts';

type Disturbances = DeliverySettings['disturbances'];

/** What was done to the event before its first try. */
export type Mishap = 'lost' | 'doubled' | 'reordered' | 'late' | 'held' | 'silent';

/**
 * The delays in ms after which an event is sent, one for each time it is sent, and what happened to it; the delays of a
 * held event begin with its release.
 */
export interface SendPlan {
  readonly delaysMs: readonly number[];
  readonly mishaps: readonly Mishap[];
}

/** When an event is sent, drawn from the seed and the event's number. */
export function sendPlan(disturbances: Disturbances, seed: number, number: number): SendPlan {
  const { silent, lateMs, spreadMs } = disturbances;
  if (silent) return { delaysMs: [], mishaps: ['silent'] };
  const random = mulberry32(mix(seed ^ 0xe7e7, number));
  const names = ['lost', 'late', 'reordered', 'doubled', 'held'] as const;
  const [lost, late, reordered, doubled, held] = names.map((name) => random() < disturbances[name]);
  if (lost) return { delaysMs: [], mishaps: ['lost'] };
  if (held) return { delaysMs: [0], mishaps: ['held'] };
  const first = late ? lateMs : reordered ? random() * spreadMs : 0;
  const again = doubled ? [first + random() * spreadMs] : [];
  const withheld = late ? (['late'] as const) : reordered ? (['reordered'] as const) : [];
  return { delaysMs: [first, ...again], mishaps: [...withheld, ...(doubled ? (['doubled'] as const) : [])] };
}

/** How long reads trail behind a write, drawn from the seed and the write's number. */
export function readLagMs({ early, earlyMs }: Disturbances, seed: number, number: number): number {
  if (early === 0) return 0;
  const random = mulberry32(mix(seed ^ 0xea51, number));
  return random() < early ? earlyMs : 0;
}
