import { dealProperties, jobType } from '@ridgeline/contracts';
import { comparable, type ValueForm } from '../../../hubspot-io/written-marks.ts';
import type { Authorship } from '../../../hubspot-io/written-by-us.ts';
import type { ComparisonRules } from '../../../object-migration/write-rules.ts';
import { milestoneProperty } from './choice-rows.ts';
import { formOfType } from './job-row.ts';

const types = new Map(dealProperties.map(({ name, type }) => [name, type]));

/** A deal's stage is set when it is created, and moves with its milestone; users move it as they like. */
const place: ReadonlySet<string> = new Set(['pipeline', 'dealstage']);

/** HubSpot returns numbers and times in formats of its own, and choices in any order. */
export const dealForm: ValueForm = (property, value) =>
  place.has(property) ? null : formOfType(types.get(property) ?? 'string', comparable(value));

export const dealAuthorship: Authorship = {
  object: 'deals',
  records: 'deals',
  witnesses: [jobType.sourceIdProperty, milestoneProperty],
};

/** How HubSpot's deals compare with what was written. */
export const dealComparison: ComparisonRules = {
  form: dealForm,
  valuesIn: ({ properties }, property) => [properties[property] ?? ''],
  nameIn: ({ properties }) => properties['dealname'] ?? null,
  authorship: dealAuthorship,
};
