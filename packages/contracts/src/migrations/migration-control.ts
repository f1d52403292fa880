import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pathIdSchema } from '../fields.ts';
import { migrationSchema } from './migration.ts';

/** What a user does to a migration that has not ended. */
const ofMigration = z.object({ id: pathIdSchema });

export const cancelMigration = endpoint({
  method: 'POST',
  path: '/api/migrations/{id}/cancel',
  summary: 'Stop a queued or running migration; what is already written stays',
  access: 'signed-in',
  params: ofMigration,
  answer: migrationSchema,
  errors: ['migration.not_found', 'migration.not_cancellable'],
});

export const pauseMigration = endpoint({
  method: 'POST',
  path: '/api/migrations/{id}/pause',
  summary: 'Pause a queued or running migration; at most the batches in flight are still written',
  access: 'signed-in',
  params: ofMigration,
  answer: migrationSchema,
  errors: ['migration.not_found', 'migration.not_pausable'],
});

export const resumeMigration = endpoint({
  method: 'POST',
  path: '/api/migrations/{id}/resume',
  summary: 'Resume a paused migration where it was',
  access: 'signed-in',
  params: ofMigration,
  answer: migrationSchema,
  errors: ['migration.not_found', 'migration.not_resumable'],
});
