import type { SyncRound } from '@ridgeline/contracts/internal';

export type TakenRound = Pick<SyncRound, 'takenAt'>;

/**
 * The orchestrator's database's time in a round that begins now: the moment of its taking, and what has passed here since it
 * was received. So it is never later than that database's own.
 */
export function databaseTimeIn(
  { takenAt }: TakenRound,
  now: () => number = () => performance.now(),
): () => string {
  const receivedAt = now();
  return () => new Date(Date.parse(takenAt) + Math.floor(now() - receivedAt)).toISOString();
}
