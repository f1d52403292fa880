import { hashText } from '../../determinism/random.ts';

/** Objects that every portal has. */
export type StandardName = 'contacts' | 'deals' | 'companies' | 'tickets' | ActivityName;

/** What people do with records, as HubSpot logs it. */
type ActivityName = 'notes' | 'calls' | 'emails' | 'tasks' | 'meetings';

export interface ObjectType {
  readonly name: string;
  readonly typeId: string;
  /** As error texts and scopes write it. */
  readonly singular: string;
  /** What a read returns when it names no properties. */
  readonly defaultProperties: readonly string[];
  readonly modifiedProperty: string;
  /** Of a custom object: `p{portal id}_{name}`, by which paths may name it in addition to its type id. */
  readonly fullyQualifiedName?: string;
}

/** An object that every portal has. */
export interface StandardType extends ObjectType {
  readonly name: StandardName;
}

export const CONTACTS: StandardType = {
  name: 'contacts',
  typeId: '0-1',
  singular: 'contact',
  defaultProperties: ['createdate', 'email', 'firstname', 'hs_object_id', 'lastmodifieddate', 'lastname'],
  modifiedProperty: 'lastmodifieddate',
};

export const DEALS: StandardType = {
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

const COMPANIES: StandardType = {
  name: 'companies',
  typeId: '0-2',
  singular: 'company',
  defaultProperties: ['createdate', 'domain', 'hs_lastmodifieddate', 'hs_object_id', 'name'],
  modifiedProperty: 'hs_lastmodifieddate',
};

const TICKETS: StandardType = {
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

const activity = (name: ActivityName, typeId: string): StandardType => ({
  name,
  typeId,
  singular: name.slice(0, -1),
  defaultProperties: ['hs_createdate', 'hs_lastmodifieddate', 'hs_object_id'],
  modifiedProperty: 'hs_lastmodifieddate',
});

const ACTIVITIES = [
  activity('notes', '0-46'),
  activity('calls', '0-48'),
  activity('emails', '0-49'),
  activity('tasks', '0-27'),
  activity('meetings', '0-47'),
] as const;

/** Companies, tickets and activities exist in every portal; nothing is migrated to them, so they are empty. */
export const OBJECT_TYPES: readonly StandardType[] = [CONTACTS, DEALS, COMPANIES, TICKETS, ...ACTIVITIES];

/** A custom object as a portal's owner defines it; its type id differs in each portal. */
export const customType = (name: string, portalId: number): ObjectType => ({
  name,
  typeId: `2-${1_000_000 + (hashText(`${portalId} ${name}`) % 9_000_000)}`,
  singular: name,
  defaultProperties: ['hs_createdate', 'hs_lastmodifieddate', 'hs_object_id'],
  modifiedProperty: 'hs_lastmodifieddate',
  fullyQualifiedName: `p${portalId}_${name}`,
});

/**
 * Whether a path may name this type by the text: plural, singular or type id; a custom object by its type id or fully
 * qualified name.
 */
export function isNamed(type: ObjectType, text: string): boolean {
  const { name, singular, typeId, fullyQualifiedName } = type;
  const names = fullyQualifiedName === undefined ? [name, singular, typeId] : [fullyQualifiedName, typeId];
  return names.includes(text.toLowerCase());
}

type Family = Pick<ObjectType, 'name' | 'fullyQualifiedName'>;

const activities: ReadonlySet<string> = new Set(ACTIVITIES.map(({ name }) => name));

/** The name that a type's scopes are built from: all custom objects share theirs, and activities use those of contacts. */
function familyOf({ name, fullyQualifiedName }: Family): string {
  if (activities.has(name)) return 'contacts';
  return fullyQualifiedName === undefined ? name : 'custom';
}

/** The scopes, one of which gives a token access to records of a type; tickets have a single scope for everything. */
export const recordScopes = (type: Family, access: 'read' | 'write'): string[] =>
  type.name === 'tickets' ? ['tickets'] : [`crm.objects.${familyOf(type)}.${access}`];

/** The scopes of which one lets a token read definitions; `crm.schemas.….write` alone is not enough. */
export const definitionScopes = (type: Family): string[] =>
  type.name === 'tickets'
    ? ['tickets']
    : [`crm.schemas.${familyOf(type)}.read`, ...recordScopes(type, 'read'), ...recordScopes(type, 'write')];

/** The scope without which a token cannot write definitions of a type. */
export const definitionWriteScope = (type: ObjectType): string => `crm.schemas.${familyOf(type)}.write`;
