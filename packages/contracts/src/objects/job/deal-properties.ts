import { propertiesOfGroup, propertyGroup, type PropertyDefinition } from '../property-definition.ts';

const builtIn = propertiesOfGroup('dealinformation');
const { text, number, day, moment, choice, sourceId } = propertiesOfGroup(propertyGroup.name);

/** HubSpot's property of a deal that holds the id of its job in AccuLynx. */
export const jobIdProperty = 'acculynx_job_id';

/** The milestones that AccuLynx knows; no company has others (docs/vendors/acculynx.md, 4.5). */
const milestones = ['Lead', 'Prospect', 'Approved', 'Completed', 'Invoiced', 'Closed', 'Cancelled', 'Dead'];

/** Every property that a migration of jobs writes, except pipeline and stage: HubSpot's own first, then ours. */
export const dealProperties: readonly PropertyDefinition[] = [
  builtIn.text('dealname', 'Deal Name'),
  builtIn.number('amount', 'Amount'),
  sourceId(jobIdProperty, 'AccuLynx job id', 'The job in AccuLynx that this record comes from'),
  text('acculynx_link', 'AccuLynx link', "The job's page in AccuLynx"),
  text('acculynx_job_number', 'AccuLynx job number', "The job's number in AccuLynx"),
  choice(['acculynx_milestone', 'AccuLynx milestone', 'The milestone of the job in AccuLynx'], milestones),
  day('acculynx_milestone_date', 'AccuLynx milestone date', 'Since when the job stands there'),
  text(
    'acculynx_milestone_status',
    'AccuLynx milestone status',
    "The custom workflow's status of the milestone",
  ),
  moment('acculynx_created_at', 'AccuLynx created at', 'When the job was created in AccuLynx'),
  day('acculynx_created_date', 'AccuLynx created on', "The day of its creation in the portal's time zone"),
  moment('acculynx_modified_at', 'AccuLynx modified at', 'When the job was last changed in AccuLynx'),
  choice(
    ['acculynx_work_type', 'AccuLynx work type', "The job's work type in AccuLynx"],
    ['Insurance', 'Retail', 'New Construction', 'Repair', 'Service', 'Warranty'],
  ),
  choice(
    ['acculynx_trades', 'AccuLynx trades', "The job's trades in AccuLynx"],
    ['Roofing', 'Siding', 'Gutters', 'Windows'],
    'checkbox',
  ),
  choice(
    ['acculynx_category', 'AccuLynx category', "The job's category in AccuLynx"],
    ['Residential', 'Commercial', 'Property Management'],
  ),
  choice(
    ['acculynx_priority', 'AccuLynx priority', "The job's priority in AccuLynx"],
    ['Low', 'Normal', 'High', 'Urgent'],
  ),
  choice(
    ['acculynx_lead_source', 'AccuLynx lead source', 'Where the job came from'],
    ['Referral', 'Website'],
  ),
  choice(
    ['acculynx_lead_source_parent', 'AccuLynx parent lead source', 'What its lead source stands below'],
    ['Referral', 'Website'],
  ),
  text('acculynx_dead_reason', 'AccuLynx dead reason', 'Why the lead is dead in AccuLynx'),
  text('acculynx_insurance_company', 'AccuLynx insurance company', 'Who insures the job'),
  text('acculynx_representative', 'AccuLynx representative', 'Who looks after the job in AccuLynx'),
  text('acculynx_street', 'AccuLynx street', "Street of the job's location"),
  text('acculynx_city', 'AccuLynx city', "City of the job's location"),
  text('acculynx_state', 'AccuLynx state', "State of the job's location"),
  text('acculynx_zip', 'AccuLynx postal code', "Postal code of the job's location"),
  text('acculynx_country', 'AccuLynx country', "Country of the job's location"),
  number('acculynx_latitude', 'AccuLynx latitude', "Latitude of the job's location"),
  number('acculynx_longitude', 'AccuLynx longitude', "Longitude of the job's location"),
];
