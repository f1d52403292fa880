import { z } from 'zod';

/** A property that the product needs in HubSpot, in the form in which it is created where it is missing. */
export interface PropertyDefinition {
  readonly name: string;
  readonly label: string;
  readonly type: 'string';
  readonly fieldType: 'text' | 'phonenumber';
  readonly groupName: string;
  readonly description: string;
  /** Can be set only when the property is created (vendors/hubspot.md, 12). */
  readonly hasUniqueValue: boolean;
}

/** The group that holds the properties of our own. */
export const propertyGroup = { name: 'ridgeline', label: 'Ridgeline' } as const;

/** The property that ties a HubSpot contact to its AccuLynx contact. */
export const contactSourceId = 'acculynx_contact_id';

const builtIn = (
  name: string,
  label: string,
  fieldType: PropertyDefinition['fieldType'] = 'text',
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
  own(contactSourceId, 'AccuLynx contact id', 'The contact in AccuLynx that this record comes from', true),
  own(
    'acculynx_cross_reference',
    'AccuLynx cross reference',
    "The contact's cross reference in AccuLynx",
    false,
  ),
];

/** The property that will tie a deal to its AccuLynx job. */
export const dealProperties: readonly PropertyDefinition[] = [
  own('acculynx_job_id', 'AccuLynx job id', 'The job in AccuLynx that this record comes from', true),
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

export const propertyListSchema = z
  .object({ results: z.array(propertySchema) })
  .transform(({ results }) => results);
export type HubspotProperty = z.output<typeof propertySchema>;
