export type ObjectTypeName = 'contacts' | 'deals' | 'companies' | 'tickets';

export interface ObjectType {
  readonly name: ObjectTypeName;
  readonly typeId: string;
  /** As error texts and scopes write it. */
  readonly singular: string;
  /** What a read returns when it names no properties. */
  readonly defaultProperties: readonly string[];
  readonly modifiedProperty: string;
}

export const CONTACTS: ObjectType = {
  name: 'contacts',
  typeId: '0-1',
  singular: 'contact',
  defaultProperties: ['createdate', 'email', 'firstname', 'hs_object_id', 'lastmodifieddate', 'lastname'],
  modifiedProperty: 'lastmodifieddate',
};

export const DEALS: ObjectType = {
  name: 'deals',
  typeId: '0-3',
  singular: 'deal',
  defaultProperties: [
    'amount',
    'closedate',
    'createdate',
    'dealname',
    'dealstage',
    'hs_lastmodifieddate',
    'hs_object_id',
    'pipeline',
  ],
  modifiedProperty: 'hs_lastmodifieddate',
};

const COMPANIES: ObjectType = {
  name: 'companies',
  typeId: '0-2',
  singular: 'company',
  defaultProperties: ['createdate', 'domain', 'hs_lastmodifieddate', 'hs_object_id', 'name'],
  modifiedProperty: 'hs_lastmodifieddate',
};

const TICKETS: ObjectType = {
  name: 'tickets',
  typeId: '0-5',
  singular: 'ticket',
  defaultProperties: [
    'content',
    'createdate',
    'hs_lastmodifieddate',
    'hs_object_id',
    'hs_pipeline',
    'hs_pipeline_stage',
    'hs_ticket_category',
    'hs_ticket_priority',
    'subject',
  ],
  modifiedProperty: 'hs_lastmodifieddate',
};

/** Companies and tickets are in every portal; nothing migrates them, so theirs are empty. */
export const OBJECT_TYPES: readonly ObjectType[] = [CONTACTS, DEALS, COMPANIES, TICKETS];

/** Finds an object type by any of its spellings in a path: plural, singular or type id. */
export const objectTypeOf = (text: string): ObjectType | null =>
  OBJECT_TYPES.find((type) => [type.name, type.singular, type.typeId].includes(text.toLowerCase())) ?? null;

/** The scopes of which one lets a token at records of a type; tickets know a single scope for everything. */
export const recordScopes = ({ name }: ObjectType, access: 'read' | 'write'): string[] =>
  name === 'tickets' ? ['tickets'] : [`crm.objects.${name}.${access}`];

/** The scopes of which one lets a token read definitions; `crm.schemas.….write` alone is not enough. */
export const definitionScopes = (type: ObjectType): string[] =>
  type.name === 'tickets'
    ? ['tickets']
    : [`crm.schemas.${type.name}.read`, ...recordScopes(type, 'read'), ...recordScopes(type, 'write')];
