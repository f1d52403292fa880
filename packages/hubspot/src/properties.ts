import { contactType } from '@ridgeline/contracts';
import { z } from 'zod';
import { optionSchema, type OptionFieldType, type PropertyOption } from './options.ts';

/** The types of a property, each with the fields that fit it (vendors/hubspot.md, 12). */
type PropertyKind =
  | { readonly type: 'string'; readonly fieldType: 'text' | 'textarea' | 'phonenumber' }
  | { readonly type: 'number'; readonly fieldType: 'number' }
  | { readonly type: 'date' | 'datetime'; readonly fieldType: 'date' }
  | {
      readonly type: 'enumeration';
      readonly fieldType: OptionFieldType;
      readonly options: readonly PropertyOption[];
    }
  | {
      readonly type: 'bool';
      readonly fieldType: 'booleancheckbox';
      readonly options: typeof booleanOptions;
    };

/** A property that the product needs in HubSpot, in the form in which it is created where it is missing. */
export type PropertyDefinition = PropertyKind & {
  readonly name: string;
  readonly label: string;
  readonly groupName: string;
  readonly description: string;
  /** Can be set only when the property is created (vendors/hubspot.md, 12). */
  readonly hasUniqueValue: boolean;
};

/** The options of a `bool`: HubSpot takes no others. */
export const booleanOptions = [
  { label: 'Yes', value: 'true', displayOrder: 0, hidden: false },
  { label: 'No', value: 'false', displayOrder: 1, hidden: false },
] as const;

/** The group that holds the properties of our own. */
export const propertyGroup = { name: 'ridgeline', label: 'Ridgeline' } as const;

const builtIn = (
  name: string,
  label: string,
  fieldType: 'text' | 'phonenumber' = 'text',
): PropertyDefinition => ({
  name,
  label,
  type: 'string',
  fieldType,
  groupName: 'contactinformation',
  description: '',
  hasUniqueValue: false,
});

const own = (
  name: string,
  label: string,
  description: string,
  hasUniqueValue: boolean,
): PropertyDefinition => ({
  name,
  label,
  type: 'string',
  fieldType: 'text',
  groupName: propertyGroup.name,
  description,
  hasUniqueValue,
});

/** A property for all that HubSpot's own fields cannot take. */
const ownText = (name: string, label: string, description: string): PropertyDefinition => ({
  name,
  label,
  type: 'string',
  fieldType: 'textarea',
  groupName: propertyGroup.name,
  description,
  hasUniqueValue: false,
});

/** Every property that a migration of contacts writes: HubSpot's own first, ours last. */
export const contactProperties: readonly PropertyDefinition[] = [
  builtIn('email', 'Email'),
  builtIn('salutation', 'Salutation'),
  builtIn('firstname', 'First Name'),
  builtIn('lastname', 'Last Name'),
  builtIn('company', 'Company Name'),
  builtIn('phone', 'Phone Number', 'phonenumber'),
  builtIn('mobilephone', 'Mobile Phone Number', 'phonenumber'),
  builtIn('address', 'Street Address'),
  builtIn('city', 'City'),
  builtIn('state', 'State/Region'),
  builtIn('zip', 'Postal Code'),
  builtIn('country', 'Country/Region'),
  own(
    contactType.sourceIdProperty,
    'AccuLynx contact id',
    'The contact in AccuLynx that this record comes from',
    true,
  ),
  own(
    'acculynx_cross_reference',
    'AccuLynx cross reference',
    "The contact's cross reference in AccuLynx",
    false,
  ),
  ownText(
    'acculynx_other_emails',
    'AccuLynx other emails',
    "Email addresses of AccuLynx that the contact's own fields do not hold",
  ),
  ownText(
    'acculynx_other_phones',
    'AccuLynx other phones',
    "Phone numbers of AccuLynx that the contact's own fields do not hold",
  ),
];

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

/** A property with what an enumeration is changed by. */
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
