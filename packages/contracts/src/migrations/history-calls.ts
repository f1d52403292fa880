import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { historyPageSchema, listMigrations } from './migration-history.ts';
import { migrationSchema } from './migration.ts';

/** `GET /api/migrations` as the specification has it: nothing is asked for, and the answer is a list. */
export const allMigrations = {
  ...listMigrations,
  query: z.object({}),
  answer: z.array(migrationSchema),
  narrowed: true,
} satisfies Endpoint;

/** The same call for a page of what fits the filters. */
export const findMigrations = {
  ...listMigrations,
  query: listMigrations.query.required({ page: true }),
  answer: historyPageSchema,
  narrowed: true,
} satisfies Endpoint;
