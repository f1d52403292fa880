import { z } from 'zod';
import { errorText, isErrorCode } from './catalogue.ts';

/**
 * The body of every error answer. `error` and `message` hold the same text (docs/decisions.md, 10); `fields` names each
 * wrong field with its own text; `requestId` is what a user reports to support.
 */
export const errorBodySchema = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  requestId: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  /** Present on HubSpot property answers (docs/decisions.md, 17), and `access_denied` where access was revoked (docs/decisions.md, 5). */
  status: z.string().optional(),
  /** With `access_denied`: the title of the dialog, and whom to ask. */
  title: z.string().optional(),
  contact: z.string().optional(),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;

/** One part of the body; an empty one, or one of the wrong type, counts as missing. */
const told = z.string().trim().min(1).optional().catch(undefined);

const toldSchema = z.object({
  error: told,
  message: told,
  code: told,
  requestId: told,
  fields: z.record(z.string(), z.string()).optional().catch(undefined),
  status: told,
  title: told,
  contact: told,
});

/** The content of an error answer: always a text, and the other parts as far as they were there. */
export type AnsweredError = z.infer<typeof toldSchema> & Pick<ErrorBody, 'error' | 'message'>;

/**
 * Reads an error's body leniently: something in front of the services may answer with less than they do. The text is
 * `error`, else `message`, else the catalogue's text for the code. It is empty where the body has such a field but no text
 * in it: the caller has a fallback (docs/decisions.md, 10). Null where the body has none of the three.
 */
export function readErrorBody(json: unknown): AnsweredError | null {
  const parts = toldSchema.safeParse(json).data;
  if (!parts) return null;
  const { error, message, code } = parts;
  const text = error ?? message ?? (code && isErrorCode(code) ? errorText(code) : undefined);
  if (text === undefined && !hasField(json, 'error') && !hasField(json, 'message')) return null;
  return { ...parts, error: text ?? '', message: message ?? text ?? '' };
}

const hasField = (json: unknown, field: string): boolean => Object.hasOwn(json as object, field);

/** Whether a body reports a failure, with any status: it has an `error` that is neither null nor false. */
export function reportsFailure(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || !('error' in json)) return false;
  return json.error !== undefined && json.error !== null && json.error !== false;
}
