import { z } from 'zod';
import { booleanOptions, type PropertyDefinition } from './property-definition.ts';

/** What decides which values a property accepts. */
interface ValueRules extends Pick<PropertyDefinition, 'name' | 'type' | 'hasUniqueValue'> {
  readonly fieldType: string;
}

/** A decimal number as HubSpot takes it: no exponent, no thousands separators. */
const decimal = /^-?\d{1,15}(\.\d{1,15})?$/;

const isEmail = (value: string): boolean => z.email().max(254).safeParse(value).success;
const isDay = (value: string): boolean => z.iso.date().safeParse(value).success;
const isMoment = (value: string): boolean => z.iso.datetime({ offset: true }).safeParse(value).success;
const isBoolean = (value: string): boolean => booleanOptions.some((option) => option.value === value);

/**
 * What to do about a value that a user enters for a property and that HubSpot cannot accept, as a sentence; null where the
 * value is acceptable. Only the portal knows which options a list has (`portalProblem`): those of a definition are a new
 * property's initial options.
 */
export function valueAdvice(property: ValueRules, value: string): string | null {
  const text = value.trim();
  if (property.hasUniqueValue)
    return 'It identifies the record and cannot be corrected. Remove the correction.';
  if (text === '') return 'Enter a value, or remove the correction.';
  switch (property.type) {
    case 'number':
      return decimal.test(text) ? null : 'Enter a number without separators, such as 12500.50.';
    case 'date':
      return isDay(text) ? null : 'Enter a day as year, month and day, such as 2026-11-26.';
    case 'datetime':
      return isMoment(text) ? null : 'Enter a date and time, such as 2026-11-26T09:30:00Z.';
    case 'bool':
      return isBoolean(text) ? null : 'Enter true or false.';
    case 'enumeration':
      return property.fieldType !== 'checkbox' && text.includes(';') ? 'Enter one option only.' : null;
    case 'string':
      return property.name === 'email' && !isEmail(text)
        ? 'Enter an email address, such as ann@example.com.'
        : null;
  }
}
