import { z } from 'zod';
import type { Address } from '../../seed/addresses.ts';
import type { Job } from '../../seed/job.ts';
import { COUNTRIES, STATES } from '../../seed/places.ts';
import { JOB_CATEGORIES, WORK_TYPES, leadSources, tradeTypes } from '../../seed/settings-lists.ts';
import { refuse } from '../answers/errors.ts';

/**
 * An address as jobs accept it: state and country are text, and all parts but the second street are required
 * (docs/vendors/acculynx.md, 7).
 */
export const addressBody = z.object({
  street1: z.string().max(250),
  street2: z.string().max(250).nullable().default(null),
  city: z.string().max(50),
  zipCode: z.string().max(50),
  state: z.string(),
  country: z.string(),
});

export const numberedBody = z.object({ id: z.int() });
export const namedBody = z.object({ id: z.string() });
export const priorityBody = z.enum(['Normal', 'High', 'Urgent']);

const named = <T extends { readonly name: string; readonly abbreviation: string }>(
  list: readonly T[],
  text: string,
): T | null => {
  const wanted = text.toLowerCase();
  return list.find((row) => [row.name, row.abbreviation].some((own) => own.toLowerCase() === wanted)) ?? null;
};

/** The address in a body; a state that does not exist cannot be converted. */
export const addressOf = ({ state, country, ...lines }: z.output<typeof addressBody>): Address => ({
  ...lines,
  state: named(STATES, state) ?? refuse(404, `The value '${state}' could not be converted to a state.`),
  country:
    named(COUNTRIES, country) ?? refuse(404, `The value '${country}' could not be converted to a country.`),
});

export const categoryOf = (id: number): Job['jobCategory'] =>
  JOB_CATEGORIES.find((category) => category.id === id) ?? refuse(404, 'The job category was not found.');

export const workTypeOf = (id: number): Job['workType'] =>
  WORK_TYPES.find((type) => type.id === id) ?? refuse(404, 'The work type was not found.');

export const tradesOf = (seed: number, ids: readonly string[]): Job['tradeTypes'] =>
  ids.map(
    (id) => tradeTypes(seed).find((type) => type.id === id) ?? refuse(404, 'The trade type was not found.'),
  );

/** A lead source, or a child of one, which then names its parent. */
export function leadSourceOf(seed: number, id: string): Job['leadSource'] {
  for (const source of leadSources(seed)) {
    if (source.id === id) return { id, name: source.name };
    const child = source.children.find((one) => one.id === id);
    if (child !== undefined) return { ...child, parentId: source.id };
  }
  return refuse(404, 'The lead source was not found.');
}
