import type { PropertyDefinition } from '@ridgeline/contracts';
import type { HubspotProperty } from '@ridgeline/hubspot';

type Kind = Pick<PropertyDefinition, 'type' | 'fieldType'>;

/** Property types in users' words. */
const words: Readonly<Record<PropertyDefinition['type'], string>> = {
  string: 'a text',
  number: 'a number',
  date: 'a date',
  datetime: 'a date with a time',
  enumeration: 'a list of options',
  bool: 'a checkbox',
};

/** `phone_number` is a newer kind of text (docs/vendors/hubspot.md, 12). */
const sameType: Readonly<Record<string, string>> = { phone_number: 'string' };

/** Field types that accept the same values: users may change one into another. */
const textFields = new Set(['text', 'textarea', 'phonenumber', 'html']);
const singleFields = new Set(['select', 'radio']);
const severalField = 'checkbox';

/**
 * Why a portal's property cannot hold the values of one of this kind, naming its actual and its required type; null when it
 * can.
 */
export function kindProblem(needed: Kind, existing: HubspotProperty): string | null {
  const mustBe = `but must be ${words[needed.type]}`;
  const type = sameType[existing.type] ?? existing.type;
  if (type !== needed.type) return `has the type ${existing.type}, ${mustBe}`;
  if (takesTheSame(needed.fieldType, existing.fieldType)) return null;
  if (needed.fieldType === severalField && singleFields.has(existing.fieldType))
    return 'takes one option, but must take several';
  if (singleFields.has(needed.fieldType) && existing.fieldType === severalField)
    return 'takes several options, but must take one';
  return `has the field type ${existing.fieldType}, ${mustBe}`;
}

/** HubSpot's list contains every field's type; a missing type does not conflict. */
function takesTheSame(needed: string, existing: string): boolean {
  if (existing === '' || existing === needed) return true;
  return [textFields, singleFields].some((fields) => fields.has(needed) && fields.has(existing));
}
