import { invalid, refuse } from '../answers/errors.ts';
import {
  FIELD_TYPES,
  type OptionInput,
  type PropertyChange,
  type PropertyDefinition,
  type PropertyInput,
} from './property-definition.ts';

const MAX_OPTIONS = 5_000;
const MAX_OPTION_CHARACTERS = 3_000;

const optionError = (code: string, message: string): never =>
  refuse(400, { message, category: 'VALIDATION_ERROR', errors: [{ message, code }] });

const repeated = (texts: readonly string[]): string | undefined =>
  texts.find((text, index) => texts.indexOf(text) < index);

/**
 * Rules of an option list (docs/vendors/hubspot.md, 12); the texts for duplicates and for the maximum are not known, and
 * made up.
 */
function checkOptions(type: string, fieldType: string, options: readonly OptionInput[]): void {
  if (
    type === 'bool' &&
    options
      .map(({ value }) => value)
      .sort()
      .join() !== 'false,true'
  ) {
    optionError('INVALID_BOOLEAN_OPTION', 'A boolean property must have exactly the options true and false.');
  }
  if (options.length > MAX_OPTIONS)
    optionError('TOO_MANY_OPTIONS', `A property can have at most ${MAX_OPTIONS} options.`);
  const double = repeated(options.map(({ value }) => value)) ?? repeated(options.map(({ label }) => label));
  if (double !== undefined) optionError('DUPLICATE_OPTION', `Option "${double}" is given more than once.`);
  for (const { label, value, description = '' } of options) {
    if (label.length + value.length + description.length > MAX_OPTION_CHARACTERS) {
      optionError('OPTION_TOO_LONG', 'An option is longer than 3000 characters.');
    }
    if (fieldType === 'checkbox' && value.includes(';')) {
      optionError(
        'INVALID_OPTION_VALUE',
        'Option values of a checkbox property must not contain a semicolon.',
      );
    }
  }
}

function checkTypes(type: string, fieldType: string): void {
  const fitting = FIELD_TYPES[type];
  if (fitting === undefined) return invalid(`Invalid property type '${type}'.`);
  if (!fitting.includes(fieldType)) invalid(`Field type '${fieldType}' is not valid for the type '${type}'.`);
}

function checkName(name: string): void {
  if (name !== name.toLowerCase()) invalid(`Property name must be lowercase: ${name}`);
  if (!/^[a-z][a-z0-9_]{0,99}$/.test(name)) invalid(`Property name is not valid: ${name}`);
  if (name.startsWith('hs_')) invalid(`Property names beginning with hs_ are reserved: ${name}`);
}

/** Refuses with 400 what cannot become a property. */
export function checkPropertyInput(input: PropertyInput, groupExists: (group: string) => boolean): void {
  checkName(input.name);
  checkTypes(input.type, input.fieldType);
  if (!groupExists(input.groupName)) invalid(`Property group '${input.groupName}' does not exist.`);
  checkOptions(input.type, input.fieldType, input.options ?? []);
}

/** Refuses with 400 a change that the definition does not allow. */
export function checkPropertyChange(
  current: PropertyDefinition,
  change: PropertyChange,
  groupExists: (group: string) => boolean,
): void {
  const { readOnlyDefinition, readOnlyOptions = readOnlyDefinition } = current.modificationMetadata;
  const touchesDefinition = Object.entries(change).some(
    ([field, value]) => field !== 'options' && value !== undefined,
  );
  if (touchesDefinition && readOnlyDefinition) invalid(`The definition of ${current.name} is read-only.`);
  if (change.options !== undefined && (readOnlyOptions || current.externalOptions)) {
    invalid(`The options of ${current.name} are read-only.`);
  }
  const type = change.type ?? current.type;
  const fieldType = change.fieldType ?? current.fieldType;
  checkTypes(type, fieldType);
  if (change.groupName !== undefined && !groupExists(change.groupName)) {
    invalid(`Property group '${change.groupName}' does not exist.`);
  }
  if (change.options !== undefined) checkOptions(type, fieldType, change.options);
}
