import { z } from 'zod';

/** Companies whose users are administrators. */
export type AdministratorCompanies = ReadonlySet<string>;

/** The two of them as configuration names them: `co_one,co_two`. Exactly two, so that a typing error is found at start. */
export const adminCompanyIdsSchema = z
  .string()
  .transform((list) => list.split(',').map((id) => id.trim()))
  .refine(
    (ids) => ids.length === 2 && ids.every((id) => id !== '') && new Set(ids).size === 2,
    'needs exactly two different company ids, separated by a comma',
  )
  .transform((ids): AdministratorCompanies => new Set(ids));
