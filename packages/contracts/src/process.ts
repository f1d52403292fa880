import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idSchema, timeSchema } from './fields.ts';

const count = z.int().nonnegative();

/** One attempt of a worker process at a migration. */
export const migrationProcessSchema = z.object({
  /** Unique; a worker process that holds several runs has an entry for each. */
  id: idSchema,
  /** The worker process. */
  processId: z.uuid(),
  migrationId: idSchema,
  /** Whose migration it is: only people of that company can open it. Servers before this field do not send it. */
  companyId: z.string().nullable().default(null),
  serverInstanceId: z.string(),
  pid: z.int().positive(),
  status: z.enum(['starting', 'running', 'completed', 'crashed']),
  startedAt: timeSchema,
  /** While it is running: when its lease was last renewed, which happens once a second. */
  lastHeartbeat: timeSchema,
  endedAt: timeSchema.nullable(),
  /** What the migration has counted; of an ended process: what it had counted by then. */
  heartbeatData: z.object({ processedCount: count, targetCount: count }),
  /**
   * Whether its lease is in force, or it has ended without leftovers: a crashed process counts as healthy once another
   * process has taken its migration, or the migration has ended. An unhealthy process is orphaned.
   */
  isHealthy: z.boolean(),
});
export type MigrationProcess = z.infer<typeof migrationProcessSchema>;

const processes = z.array(migrationProcessSchema);

/** A worker process that holds the sync of portals. */
export const syncWorkerSchema = migrationProcessSchema
  .pick({ processId: true, serverInstanceId: true, pid: true, lastHeartbeat: true, isHealthy: true })
  .extend({
    /** How many portals' syncs it holds, of those that the caller may see. */
    syncs: z.int().positive(),
  });
export type SyncWorker = z.infer<typeof syncWorkerSchema>;

export const processHealthSchema = z.object({
  /** The time of this answer, by the server's clock. Servers before this field do not send it. */
  at: timeSchema.optional(),
  /**
   * The processes that are running, those that crashed and whose migrations no worker has taken yet, and those that ended
   * in the last 15 minutes; in each group, the newest first.
   */
  processes,
  /** Counts of `processes`: total = healthy + unhealthy. */
  summary: z.object({ total: count, healthy: count, unhealthy: count }),
  /** The entries of `processes` that are not healthy. */
  orphanedProcesses: processes,
  /** The workers of auto-sync, those that hold the most first. Servers before this field do not send it. */
  syncWorkers: z.array(syncWorkerSchema).optional(),
});
export type ProcessHealth = z.infer<typeof processHealthSchema>;

export const getProcessHealth = endpoint({
  method: 'GET',
  path: '/api/processes/health',
  summary: "The processes of the company's migrations; administrators see all",
  access: 'signed-in',
  answer: processHealthSchema,
});

export const getOrphanedProcesses = endpoint({
  method: 'GET',
  path: '/api/processes/orphaned',
  summary: 'Processes that miss their heartbeats, or crashed and whose migrations no worker has taken yet',
  access: 'signed-in',
  answer: processHealthSchema.pick({ orphanedProcesses: true }),
});

const cleanedSchema = migrationProcessSchema.pick({ id: true, processId: true, migrationId: true });

/** The result of a cleanup. */
export const cleanupSchema = z.object({
  /** The number of processes whose runs were reclaimed. */
  cleaned: count,
  cleanedProcesses: z.array(
    cleanedSchema.extend({
      /** The result for the run: another worker resumes it, it failed after its last attempt, or it had been cancelled. */
      outcome: z.enum(['handed-over', 'given-up', 'cancelled']),
    }),
  ),
  /**
   * Crashed processes whose runs were free already, as no worker has taken them yet: they were offered to all workers again.
   * Servers before this field do not send it.
   */
  waiting: z.array(cleanedSchema).default([]),
  /** The number of healthy processes, which it left alone. */
  spared: count,
  /** The same in words. */
  message: z.string(),
});
export type Cleanup = z.infer<typeof cleanupSchema>;

export const cleanUpProcesses = endpoint({
  method: 'POST',
  path: '/api/processes/cleanup',
  summary: 'Take the runs of orphaned processes back and offer them to all workers immediately',
  access: 'signed-in',
  answer: cleanupSchema,
});
