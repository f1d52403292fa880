import { OBJECT_TYPES, type ObjectType, type StandardName } from './object-types.ts';
import { customDefinition, type PropertyDefinition } from './property-definition.ts';

const EPOCH = '1970-01-01T00:00:00.000Z';

/** `name|label|type|fieldType`, one a line, with `*` before the name of a property whose value is read-only. */
const CONTACT_PROPERTIES = `
email|Email|string|text
firstname|First Name|string|text
lastname|Last Name|string|text
salutation|Salutation|string|text
phone|Phone Number|string|phonenumber
mobilephone|Mobile Phone Number|string|phonenumber
fax|Fax Number|string|text
company|Company Name|string|text
jobtitle|Job Title|string|text
address|Street Address|string|text
city|City|string|text
state|State/Region|string|text
zip|Postal Code|string|text
country|Country/Region|string|text
website|Website URL|string|text
date_of_birth|Date of birth|string|text
closedate|Close Date|datetime|date
hubspot_owner_id|Contact owner|enumeration|select
lifecyclestage|Lifecycle Stage|enumeration|radio
hs_lead_status|Lead Status|enumeration|radio
hs_language|Preferred language|enumeration|select
hs_additional_emails|Additional email addresses|enumeration|checkbox
hs_marketable_status|Marketing contact status|enumeration|select
*createdate|Create Date|datetime|date
*lastmodifieddate|Last Modified Date|datetime|date
*hs_object_id|Record ID|number|number
*hs_merged_object_ids|Merged record IDs|enumeration|checkbox
*hs_all_contact_vids|All vids for a contact|enumeration|checkbox
*hs_calculated_phone_number|Calculated Phone Number|string|text
*hs_searchable_calculated_mobile_number|Calculated Mobile Number without country code|phone_number|phonenumber
*hs_searchable_calculated_phone_number|Calculated Phone Number without country code|phone_number|phonenumber
*hs_email_domain|Email Domain|string|text
*hs_full_name_or_email|Full name or email|string|text
*hs_is_contact|Is a contact|bool|booleancheckbox
*hs_is_unworked|Contact unworked|bool|booleancheckbox
*hs_lifecyclestage_lead_date|Became a Lead Date|datetime|date
*hs_object_source|Record source detail|string|text
*hs_object_source_label|Record source|string|text
*hs_pipeline|Pipeline|enumeration|select
`;

const DEAL_PROPERTIES = `
dealname|Deal Name|string|text
dealstage|Deal Stage|enumeration|radio
pipeline|Pipeline|enumeration|select
amount|Amount|number|number
closedate|Close Date|datetime|date
dealtype|Deal Type|enumeration|radio
description|Deal Description|string|textarea
hs_priority|Priority|enumeration|select
hubspot_owner_id|Deal owner|enumeration|select
*createdate|Create Date|datetime|date
*hs_lastmodifieddate|Last Modified Date|datetime|date
*hs_object_id|Record ID|number|number
*hs_merged_object_ids|Merged record IDs|enumeration|checkbox
*hs_is_closed|Is Deal Closed|bool|booleancheckbox
*hs_is_closed_won|Is Closed Won|bool|booleancheckbox
*hs_object_source|Record source detail|string|text
*hs_object_source_label|Record source|string|text
`;

const COMPANY_PROPERTIES = `
name|Company name|string|text
domain|Company Domain Name|string|text
phone|Phone Number|string|phonenumber
address|Street Address|string|text
city|City|string|text
state|State/Region|string|text
zip|Postal Code|string|text
*createdate|Create Date|datetime|date
*hs_lastmodifieddate|Last Modified Date|datetime|date
*hs_object_id|Record ID|number|number
*hs_merged_object_ids|Merged record IDs|enumeration|checkbox
`;

const TICKET_PROPERTIES = `
subject|Ticket name|string|text
content|Ticket description|string|textarea
hs_pipeline|Pipeline|enumeration|select
hs_pipeline_stage|Ticket status|enumeration|select
hs_ticket_category|Category|enumeration|checkbox
hs_ticket_priority|Priority|enumeration|select
*createdate|Create Date|datetime|date
*hs_lastmodifieddate|Last Modified Date|datetime|date
*hs_object_id|Record ID|number|number
*hs_merged_object_ids|Merged record IDs|enumeration|checkbox
`;

/** What all activities have, as far as it is needed here. */
const ACTIVITY_PROPERTIES = `
hs_timestamp|Activity date|datetime|date
hubspot_owner_id|Activity assigned to|enumeration|select
*hs_createdate|Create date|datetime|date
*hs_lastmodifieddate|Last modified date|datetime|date
*hs_object_id|Record ID|number|number
*hs_merged_object_ids|Merged record IDs|enumeration|checkbox
`;

/** The initial properties of a custom object: the one that names its records, and HubSpot's own. */
const CUSTOM_PROPERTIES = `
name|Name|string|text
*hs_createdate|Object create date/time|datetime|date
*hs_lastmodifieddate|Object last modified date/time|datetime|date
*hs_object_id|Record ID|number|number
*hs_merged_object_ids|Merged record IDs|enumeration|checkbox
`;

const LINES: Readonly<Record<StandardName, string>> = {
  contacts: CONTACT_PROPERTIES,
  deals: DEAL_PROPERTIES,
  companies: COMPANY_PROPERTIES,
  tickets: TICKET_PROPERTIES,
  notes: `${ACTIVITY_PROPERTIES}hs_note_body|Note body|string|html`,
  calls: `${ACTIVITY_PROPERTIES}hs_call_body|Call notes|string|html`,
  emails: `${ACTIVITY_PROPERTIES}hs_email_subject|Email subject|string|text`,
  tasks: `${ACTIVITY_PROPERTIES}hs_task_subject|Task title|string|text`,
  meetings: `${ACTIVITY_PROPERTIES}hs_meeting_title|Meeting name|string|text`,
};

interface PropertyGroup {
  readonly name: string;
  readonly label: string;
}

const GROUPS: Readonly<Record<StandardName, PropertyGroup>> = {
  contacts: { name: 'contactinformation', label: 'Contact information' },
  deals: { name: 'dealinformation', label: 'Deal information' },
  companies: { name: 'companyinformation', label: 'Company information' },
  tickets: { name: 'ticketinformation', label: 'Ticket information' },
  notes: { name: 'note', label: 'Note information' },
  calls: { name: 'call', label: 'Call information' },
  emails: { name: 'email', label: 'Email information' },
  tasks: { name: 'task', label: 'Task information' },
  meetings: { name: 'meeting', label: 'Meeting information' },
};

const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  lifecyclestage: [
    'subscriber',
    'lead',
    'marketingqualifiedlead',
    'salesqualifiedlead',
    'opportunity',
    'customer',
    'evangelist',
    'other',
  ],
  hs_lead_status: [
    'NEW',
    'OPEN',
    'IN_PROGRESS',
    'OPEN_DEAL',
    'UNQUALIFIED',
    'ATTEMPTED_TO_CONTACT',
    'CONNECTED',
    'BAD_TIMING',
  ],
  hs_language: ['en', 'en-us', 'es', 'fr', 'de'],
  hs_marketable_status: ['true', 'false'],
  hs_pipeline: ['contacts-lifecycle-pipeline'],
  dealtype: ['newbusiness', 'existingbusiness'],
  hs_priority: ['low', 'medium', 'high'],
};

/** Enumerations whose values come from elsewhere: owners, merges, stages. Any value passes the option check. */
const EXTERNAL = new Set([
  'hubspot_owner_id',
  'hs_additional_emails',
  'hs_all_contact_vids',
  'hs_merged_object_ids',
  'dealstage',
  'pipeline',
  'hs_pipeline_stage',
]);

function standard(line: string, groupName: string): PropertyDefinition {
  const [marked = '', label = '', type = '', fieldType = ''] = line.split('|');
  const readOnlyValue = marked.startsWith('*');
  const name = readOnlyValue ? marked.slice(1) : marked;
  const boolOptions = type === 'bool' ? ['true', 'false'] : [];
  const options = (OPTIONS[name] ?? boolOptions).map((value) => ({ label: value, value }));
  return {
    ...customDefinition(
      { name, label, type, fieldType, groupName, options, formField: !readOnlyValue },
      EPOCH,
    ),
    calculated: readOnlyValue,
    externalOptions: EXTERNAL.has(name),
    hubspotDefined: true,
    modificationMetadata: {
      archivable: false,
      readOnlyDefinition: true,
      readOnlyValue,
      ...(type === 'enumeration' ? { readOnlyOptions: EXTERNAL.has(name) || readOnlyValue } : {}),
    },
  };
}

const standardTypes: ReadonlyMap<string, { readonly lines: string; readonly group: PropertyGroup }> = new Map(
  OBJECT_TYPES.map(({ name }) => [name, { lines: LINES[name], group: GROUPS[name] }]),
);

/** The group of the properties that HubSpot itself defines. */
export const standardGroup = ({ name, fullyQualifiedName }: ObjectType): PropertyGroup =>
  standardTypes.get(name)?.group ?? {
    name: `${fullyQualifiedName ?? name}_information`,
    label: `${name} information`,
  };

/** The properties that HubSpot itself defines, as far as a simulator of a one-way copy needs them. */
export function standardProperties(type: ObjectType): PropertyDefinition[] {
  const lines = standardTypes.get(type.name)?.lines ?? CUSTOM_PROPERTIES;
  return lines
    .trim()
    .split('\n')
    .map((line) => standard(line, standardGroup(type).name));
}
