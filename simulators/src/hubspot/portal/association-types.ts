import type { ObjectType } from './object-types.ts';

/** HubSpot's own type ids between two kinds of records; the direction matters (vendors/hubspot.md 10). */
const DEFAULT_TYPES: Readonly<Record<string, number>> = {
  'deals contacts': 3,
  'contacts deals': 4,
  'contacts companies': 279,
  'companies contacts': 280,
  'deals companies': 341,
  'companies deals': 342,
  'contacts tickets': 15,
  'tickets contacts': 16,
  'deals tickets': 27,
  'tickets deals': 28,
  'tickets companies': 339,
  'companies tickets': 340,
};

/** The default association type of a pair, or null when there is none. */
export const defaultTypeId = (from: ObjectType, to: ObjectType): number | null =>
  DEFAULT_TYPES[`${from.name} ${to.name}`] ?? null;
