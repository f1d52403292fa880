export type ObjectTypeName = 'contacts' | 'deals';

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

export const OBJECT_TYPES: readonly ObjectType[] = [CONTACTS, DEALS];

/** Finds an object type by any of its spellings in a path: plural, singular or type id. */
export const objectTypeOf = (text: string): ObjectType | null =>
  OBJECT_TYPES.find((type) => [type.name, type.singular, type.typeId].includes(text.toLowerCase())) ?? null;
