import { z } from 'zod';

/**
 * What a running migration does: it reads the first records, has planned what it will write, writes, waits for what
 * `waitingFor` says, or has processed all records and does the final work. If a user paused it, it is `pausing` while the
 * batches in flight are written, then `paused`; a paused queued migration is `paused` too.
 */
export const migrationPhaseSchema = z.enum([
  'reading',
  'planning',
  'writing',
  'waiting',
  'finishing',
  'pausing',
  'paused',
]);
export type MigrationPhase = z.infer<typeof migrationPhaseSchema>;

/**
 * The health of a running migration: it makes progress or says what it waits for; its worker responds, but has made no
 * progress for minutes; or it has lost its worker, and another one takes over.
 */
export const migrationHealthSchema = z.enum(['healthy', 'stalled', 'recovering']);
export type MigrationHealth = z.infer<typeof migrationHealthSchema>;
