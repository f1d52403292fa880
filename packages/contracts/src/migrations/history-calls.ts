import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { historyPageSchema, listMigrations } from './migration-history.ts';
import { migrationSchema } from './migration.ts';

/** `GET /api/migrations` as the specification has it: no parameters, and a list as the answer. */
export const allMigrations = {
  ...listMigrations,
  query: z.object({}),
  answer: z.array(migrationSchema),
  narrowed: true,
} satisfies Endpoint;

/** The same call for a page of what matches the filters. */
export const findMigrations = {
  ...listMigrations,
  query: listMigrations.query.required({ page: true }),
  answer: historyPageSchema,
  narrowed: true,
} satisfies Endpoint;
