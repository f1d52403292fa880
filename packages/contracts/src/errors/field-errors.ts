import type { z } from 'zod';
import { errorText, isErrorCode, type ErrorCode } from './catalogue.ts';

/** What validation found: the first problem decides the answer's code, and each field has its own text. */
export interface FieldErrors {
  readonly code: ErrorCode;
  readonly text: string;
  readonly fields: Record<string, string>;
}

type Issue = z.core.$ZodIssue;

function codeOf(issue: Issue): ErrorCode {
  if (isErrorCode(issue.message)) return issue.message;
  return isMissing(issue) ? 'request.required' : 'request.invalid';
}

function isMissing(issue: Issue): boolean {
  return issue.code === 'invalid_type' && issue.input === undefined;
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Number.isNaN(value)) return 'not a number';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** What a bound counts: characters of a text, entries of a list, none for a number. */
const counted: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };

function boundText(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string {
  const [inclusive, exclusive, bound] =
    issue.code === 'too_big'
      ? ['at most', 'less than', issue.maximum]
      : ['at least', 'more than', issue.minimum];
  return `Must be ${issue.inclusive === false ? exclusive : inclusive} ${bound}${counted[issue.origin] ?? ''}`;
}

/** A text for each kind of issue that has no code of its own; zod's own texts are for programmers. */
function textOf(issue: Issue): string {
  if (isErrorCode(issue.message)) return errorText(issue.message);
  if (isMissing(issue) || (issue.code === 'too_small' && issue.input === ''))
    return errorText('request.required');
  if (issue.code === 'invalid_type') return `Expected ${issue.expected}, received ${describe(issue.input)}`;
  if (issue.code === 'too_big' || issue.code === 'too_small') return boundText(issue);
  if (issue.code === 'invalid_value') return `Must be one of: ${issue.values.join(', ')}`;
  return 'This value is not valid';
}

/**
 * Whether a text is complete without the field's name: those of the catalogue, and the specification's generic ones,
 * 'Required' and 'Expected X, received Y', whose field is named in `fields`.
 */
const saysAll = (issue: Issue): boolean =>
  isErrorCode(issue.message) ||
  issue.code === 'invalid_type' ||
  textOf(issue) === errorText('request.required');

/**
 * Turns zod's issues into the texts of the error catalogue. Parse with `reportInput: true`, else missing and
 * mistyped values cannot be distinguished. Schemas name a catalogue code as their message.
 */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.join('.') || 'body'] ??= textOf(issue);
  const [first] = error.issues;
  if (!first) return { code: 'request.invalid', text: errorText('request.invalid'), fields };
  const [text, path] = [textOf(first), first.path.join('.') || 'body'];
  return { code: codeOf(first), text: saysAll(first) ? text : `${path}: ${text}`, fields };
}
