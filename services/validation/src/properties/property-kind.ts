import type { HubspotProperty, PropertyDefinition } from '@ridgeline/hubspot';

type Kind = Pick<PropertyDefinition, 'type' | 'fieldType'>;

/** `phone_number` is a newer kind of text (vendors/hubspot.md, 12). */
const sameType: Readonly<Record<string, string>> = { phone_number: 'string' };

/** The fields that take any text, and those that take one option: people may change one into another. */
const alike: readonly ReadonlySet<string>[] = [
  new Set(['text', 'textarea', 'phonenumber', 'html']),
  new Set(['select', 'radio']),
];

const words: Readonly<Record<PropertyDefinition['type'], string>> = {
  string: 'a text',
  number: 'a number',
  date: 'a date',
  datetime: 'a date with a time',
  enumeration: 'a choice among options',
  bool: 'a choice of yes or no',
};

const wordsOfFields: Readonly<Record<string, string>> = {
  select: 'a choice of one option',
  radio: 'a choice of one option',
  checkbox: 'a choice of several options',
};

/** Why a portal's property cannot hold what is meant for one of this kind: what it is and must be; null when it can. */
export function kindProblem(needed: Kind, existing: HubspotProperty): string | null {
  const type = sameType[existing.type] ?? existing.type;
  const mustBe = wordsOfFields[needed.fieldType] ?? words[needed.type];
  if (type !== needed.type) return `has the type ${existing.type}, but must be ${mustBe}`;
  return takesTheSame(needed.fieldType, existing.fieldType)
    ? null
    : `has the field type ${existing.fieldType}, but must be ${mustBe}`;
}

/** HubSpot's list names every field's type; one that is missing stands against nothing. */
function takesTheSame(needed: string, existing: string): boolean {
  if (existing === '' || existing === needed) return true;
  return alike.some((fields) => fields.has(needed) && fields.has(existing));
}
