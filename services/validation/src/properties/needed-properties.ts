import {
  contactProperties,
  dealProperties,
  type HubspotClient,
  type HubspotObject,
  type PropertyDefinition,
} from '@ridgeline/hubspot';

/** What each of HubSpot's objects must have. */
export type NeededProperties = Readonly<Record<HubspotObject, readonly PropertyDefinition[]>>;

/** What migrations write. */
export const propertiesOfMigrations: NeededProperties = {
  contacts: contactProperties,
  deals: dealProperties,
};

/** What the check needs of the client. */
export type PropertyClient = Pick<
  HubspotClient,
  'listProperties' | 'createProperties' | 'createPropertyGroup'
>;

/** The scope of a call on definitions, for when HubSpot does not name it (vendors/hubspot.md, 15). */
export const definitionScope = (object: HubspotObject, access: 'read' | 'write'): string =>
  `crm.schemas.${object}.${access}`;
