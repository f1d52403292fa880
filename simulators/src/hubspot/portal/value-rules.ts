import type { ValueProblem } from '../answers/validation-errors.ts';
import { isDeliverableForm } from './email-rule.ts';
import type { PropertyDefinition } from './property-definition.ts';

export type CheckedValue =
  | {
      readonly valid: true;
      readonly value: string;
      /** Whether it was sent in a different form, which versions before 2026-09 would have refused. */
      readonly normalized?: boolean;
    }
  | { readonly valid: false; readonly problem: ValueProblem };

const MAX_TEXT = 65_536;
const DAY = 86_400_000;

/** How values are checked. */
export interface ValueStyle {
  readonly optionMessage: 'values' | 'dump';
  /** Whether times in place of days, and seconds in place of milliseconds, are converted: from version 2026-09 on. */
  readonly normalizesDates: boolean;
}

const valid = (value: string, normalized = false): CheckedValue => ({
  valid: true,
  value,
  ...(normalized ? { normalized } : {}),
});

const problem = (name: string, error: string, message: string): CheckedValue => ({
  valid: false,
  problem: { name, error, message },
});

/** Epoch milliseconds or ISO 8601; null when it is neither. */
function instant(value: string): number | null {
  if (/^-?\d{1,15}$/.test(value)) return Number(value);
  if (!/^\d{4}-\d{2}-\d{2}(?:T|$)/.test(value)) return null;
  const parsed = Date.parse(value);
  return Number.isNaN(parsed) ? null : parsed;
}

/** Seconds since 1970, of a plausible year: as milliseconds they would be a day in January 1970. */
const isSeconds = (value: string): boolean => /^\d{9,10}$/.test(value);

/** A date or a time as version 2026-09 accepts it. */
function normalizedTime(value: string): number | null {
  return isSeconds(value) ? Number(value) * 1_000 : instant(value);
}

function checkDate(name: string, value: string, { normalizesDates }: ValueStyle): CheckedValue {
  const time = normalizesDates ? normalizedTime(value) : instant(value);
  if (time === null) return problem(name, 'INVALID_DATE', `${value} was not a valid date.`);
  const iso = new Date(time).toISOString();
  if (normalizesDates) return valid(iso.slice(0, 10), time % DAY !== 0 || isSeconds(value));
  if (time % DAY !== 0)
    return problem(name, 'INVALID_DATE', `${value} is at ${iso.slice(11, 23)} UTC, not midnight!`);
  return valid(iso.slice(0, 10));
}

function checkDateTime(name: string, value: string, { normalizesDates }: ValueStyle): CheckedValue {
  const time = normalizesDates ? normalizedTime(value) : instant(value);
  return time === null
    ? problem(name, 'INVALID_LONG', `${value} was not a valid long.`)
    : valid(new Date(time).toISOString(), normalizesDates && isSeconds(value));
}

/** The list of options as an error prints it: plain values, or a dump of each option's fields. */
function optionList(definition: PropertyDefinition, style: ValueStyle['optionMessage']): string {
  const options = definition.options.map((option) =>
    style === 'values'
      ? option.value
      : `label: "${option.label}"\nvalue: "${option.value}"\ndisplay_order: ${option.displayOrder}\nhidden: ${option.hidden}\nread_only: false\n`,
  );
  return `[${options.join(', ')}]`;
}

function checkOption(
  definition: PropertyDefinition,
  value: string,
  { optionMessage }: ValueStyle,
): CheckedValue {
  if (definition.externalOptions) return valid(value);
  const chosen =
    definition.fieldType === 'checkbox' ? value.split(';').filter((part) => part !== '') : [value];
  const unknown = chosen.find((part) => !definition.options.some((option) => option.value === part));
  if (unknown === undefined) return valid(value);
  return problem(
    definition.name,
    'INVALID_OPTION',
    `${unknown} was not one of the allowed options: ${optionList(definition, optionMessage)}`,
  );
}

function checkEmail(value: string): CheckedValue {
  return isDeliverableForm(value)
    ? valid(value.toLowerCase())
    : problem('email', 'INVALID_EMAIL', `Email address ${value} is invalid`);
}

/**
 * Checks a value against its property's definition and returns it as it is stored (docs/vendors/hubspot.md, 4 and 12). An
 * empty string clears the value and always passes.
 */
export function checkValue(definition: PropertyDefinition, value: string, style: ValueStyle): CheckedValue {
  const { name, type } = definition;
  if (definition.modificationMetadata.readOnlyValue) {
    return problem(name, 'READ_ONLY_VALUE', `"${name}" is a read only property; its value cannot be set.`);
  }
  if (value === '') return valid('');
  if (name === 'email') return checkEmail(value);
  switch (type) {
    case 'number':
      return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value)
        ? valid(value)
        : problem(name, 'INVALID_INTEGER', `${value} was not a valid number.`);
    case 'bool':
      return value === 'true' || value === 'false'
        ? valid(value)
        : problem(name, 'INVALID_OPTION', `${value} was not one of the allowed options: [true, false]`);
    case 'date':
      return checkDate(name, value, style);
    case 'datetime':
      return checkDateTime(name, value, style);
    case 'enumeration':
      return checkOption(definition, value, style);
    default:
      return value.length > MAX_TEXT
        ? problem(name, 'PROPERTY_TOO_LONG', `The value is longer than ${MAX_TEXT} characters.`)
        : valid(value);
  }
}
