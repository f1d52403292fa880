import { propertiesOfGroup, propertyGroup, type PropertyDefinition } from '../property-definition.ts';

const builtIn = propertiesOfGroup('contactinformation');
const own = propertiesOfGroup(propertyGroup.name);

/** HubSpot's property of a contact that holds its id in AccuLynx. */
export const contactIdProperty = 'acculynx_contact_id';

/** Every property that a migration of contacts writes: HubSpot's own first, ours last. */
export const contactProperties: readonly PropertyDefinition[] = [
  builtIn.text('email', 'Email'),
  builtIn.text('salutation', 'Salutation'),
  builtIn.text('firstname', 'First Name'),
  builtIn.text('lastname', 'Last Name'),
  builtIn.text('company', 'Company Name'),
  builtIn.phone('phone', 'Phone Number'),
  builtIn.phone('mobilephone', 'Mobile Phone Number'),
  builtIn.text('address', 'Street Address'),
  builtIn.text('city', 'City'),
  builtIn.text('state', 'State/Region'),
  builtIn.text('zip', 'Postal Code'),
  builtIn.text('country', 'Country/Region'),
  own.sourceId(
    contactIdProperty,
    'AccuLynx contact id',
    'The contact in AccuLynx that this record comes from',
  ),
  own.text(
    'acculynx_cross_reference',
    'AccuLynx cross reference',
    "The contact's cross reference in AccuLynx",
  ),
  own.longText(
    'acculynx_other_emails',
    'AccuLynx other emails',
    "Email addresses of AccuLynx that the contact's own fields do not hold",
  ),
  own.longText(
    'acculynx_other_phones',
    'AccuLynx other phones',
    "Phone numbers of AccuLynx that the contact's own fields do not hold",
  ),
];
