import type { SyncRound } from '@ridgeline/contracts/internal';

export type TakenRound = Pick<SyncRound, 'takenAt'>;

/**
 * The orchestrator's database time in a round that begins now: the time when the round was taken, plus the time that has
 * passed here since it was received. It is therefore never later than the database's own time.
 */
export function databaseTimeIn(
  { takenAt }: TakenRound,
  now: () => number = () => performance.now(),
): () => string {
  const receivedAt = now();
  return () => new Date(Date.parse(takenAt) + Math.floor(now() - receivedAt)).toISOString();
}
