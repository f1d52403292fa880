import { z } from 'zod';
import type { AccuLynxCompany } from '../acculynx/requests/company.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { found, type ControlRequest } from './control-route.ts';

/** Finds the AccuLynx company that a control call names. */
export const companyFinder =
  (simulation: Simulation) =>
  ({ params }: ControlRequest): AccuLynxCompany =>
    found(simulation.company(params['companyId'] ?? ''), 'company');

/** This many consecutive records at a place of a listing. */
export const place = {
  at: z.union([z.enum(['front', 'end']), z.int().nonnegative()]).default('front'),
  count: z.int().positive().max(100_000).default(1),
};

/** Records by their ids, or by a place. */
export const choiceBody = z.union([z.strictObject({ ids: z.array(z.string()) }), z.strictObject(place)]);
