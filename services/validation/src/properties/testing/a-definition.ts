import { booleanOptions, propertyGroup, type PropertyDefinition } from '@ridgeline/contracts';

const options = [{ label: 'Storm', value: 'storm', displayOrder: 0, hidden: false }];

/** A property of our own of some kind; an enumeration has one option. */
export function aDefinition({
  name,
  type = 'string',
  fieldType = 'text',
  hasUniqueValue = false,
}: {
  name: string;
  type?: PropertyDefinition['type'];
  fieldType?: PropertyDefinition['fieldType'];
  hasUniqueValue?: boolean;
}): PropertyDefinition {
  const kind = {
    type,
    fieldType,
    ...(type === 'enumeration' ? { options } : {}),
    ...(type === 'bool' ? { options: booleanOptions } : {}),
  } as PropertyDefinition;
  return { ...kind, name, label: name, groupName: propertyGroup.name, description: '', hasUniqueValue };
}
