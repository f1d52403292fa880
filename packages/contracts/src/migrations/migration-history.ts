import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idTextSchema, timeSchema } from '../fields.ts';
import { migrationSchema, migrationStatusSchema } from './migration.ts';
import { migrationTypeSchema } from '../objects/kinds.ts';

/** Migrations per page of the history. */
export const historyPageSize = 25;

/** Whole days (UTC) or moments. */
const dayOrMoment = z.union([z.iso.date(), timeSchema], 'request.day_or_moment');
const dayMs = 24 * 60 * 60 * 1000;

/** Filters of the history that combine. */
export const historyFilterSchema = z.object({
  /** Matches the connection's name and the portal's id, in any case; `12` and `#12` also find that migration. */
  search: z.string().trim().max(100).optional(),
  status: migrationStatusSchema.optional(),
  type: z.enum(migrationTypeSchema.options).optional(),
  connection: idTextSchema().optional(),
  /** Created on this day or at this moment, or later. */
  from: dayOrMoment.transform((text) => new Date(text)).optional(),
  /** Created on this day or earlier, or before this moment. */
  to: dayOrMoment
    .transform((text) => new Date(Date.parse(text) + (text.includes('T') ? 0 : dayMs)))
    .optional(),
});

/** The last page that can be requested. */
export const lastHistoryPage = 1_000_000;

const historyPageNumber = z.coerce.number().int().min(1).max(lastHistoryPage);

/** A page of the history. A request past the end is answered with the last page. */
export const historyPageSchema = z.object({
  migrations: z.array(migrationSchema),
  /** The number of matches, on all pages. */
  total: z.int().nonnegative(),
  /** Which page it is, from 1. */
  page: z.int().min(1),
  pageSize: z.int().min(1),
});
export type HistoryPage = z.infer<typeof historyPageSchema>;

export const listMigrations = endpoint({
  method: 'GET',
  path: '/api/migrations',
  summary:
    "The company's migrations, newest first: the newest 1,000 of them, or a page of all when `page` is given",
  access: 'signed-in',
  query: historyFilterSchema.extend({ page: historyPageNumber.optional() }),
  answer: z.union([z.array(migrationSchema), historyPageSchema]),
  errors: ['request.day_or_moment'],
});

/** A migration as an overview of all connections needs it. */
export const currentMigrationSchema = migrationSchema.extend({
  /**
   * For a migration that retries followed: how many of its records, and of those copied with them, are still failed after
   * the retries, by kind. Servers before this field do not send it.
   */
  stillFailed: z.record(z.string(), z.int().nonnegative()).optional(),
});
export type CurrentMigration = z.infer<typeof currentMigrationSchema>;

export const currentMigrations = endpoint({
  method: 'GET',
  path: '/api/migrations/current',
  summary:
    'What a look at all connections needs, newest first: migrations that run or wait, of each connection and type the last that completed, failed and was cancelled, and the last that completed and was no retry; dry runs only while they run or wait',
  access: 'signed-in',
  answer: z.array(currentMigrationSchema),
});
