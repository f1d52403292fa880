import { z } from 'zod';
import { optionSchema } from './options.ts';

/** A property as a portal has it. */
const propertySchema = z.object({
  name: z.string(),
  label: z.string().catch(''),
  type: z.string(),
  fieldType: z.string().catch(''),
  groupName: z.string().catch(''),
  hasUniqueValue: z.boolean().catch(false),
});

const listOf = <S extends z.ZodType>(item: S) =>
  z.object({ results: z.array(item) }).transform(({ results }) => results);

export const propertyListSchema = listOf(propertySchema);
export type HubspotProperty = z.output<typeof propertySchema>;

const no = z.boolean().catch(false);
const unmodified = { readOnlyDefinition: false, readOnlyOptions: false };

/** A property with the fields that matter when an enumeration is changed. */
export const propertyDetailsSchema = propertySchema.extend({
  options: z.array(optionSchema).catch([]),
  /** Its values come from a formula, or from elsewhere in HubSpot. */
  calculated: no,
  externalOptions: no,
  modificationMetadata: z.object({ readOnlyDefinition: no, readOnlyOptions: no }).catch(unmodified),
});
export type PropertyDetails = z.output<typeof propertyDetailsSchema>;

export const propertyDetailsListSchema = listOf(propertyDetailsSchema);

/** Enumerations whose options are pipelines, stages and people. */
const ownedByHubspot: ReadonlySet<string> = new Set(['dealstage', 'pipeline', 'hubspot_owner_id']);

/** Whether options may be added to a property (12). */
export const takesOptions = (property: PropertyDetails): boolean =>
  property.type === 'enumeration' &&
  !property.calculated &&
  !property.externalOptions &&
  !property.modificationMetadata.readOnlyDefinition &&
  !property.modificationMetadata.readOnlyOptions &&
  !ownedByHubspot.has(property.name);
