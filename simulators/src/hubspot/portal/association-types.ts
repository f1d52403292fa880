import type { ObjectType } from './object-types.ts';

/** HubSpot's own type ids between two kinds of records; the direction matters (docs/vendors/hubspot.md, 10). */
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
  'contacts calls': 193,
  'calls contacts': 194,
  'contacts emails': 197,
  'emails contacts': 198,
  'contacts meetings': 199,
  'meetings contacts': 200,
  'contacts notes': 201,
  'notes contacts': 202,
  'contacts tasks': 203,
  'tasks contacts': 204,
  'deals calls': 205,
  'calls deals': 206,
  'deals emails': 209,
  'emails deals': 210,
  'deals meetings': 211,
  'meetings deals': 212,
  'deals notes': 213,
  'notes deals': 214,
  'deals tasks': 215,
  'tasks deals': 216,
};

/** The default association type of a pair, or null when there is none. */
export const defaultTypeId = (from: ObjectType, to: ObjectType): number | null =>
  DEFAULT_TYPES[`${from.name} ${to.name}`] ?? null;
