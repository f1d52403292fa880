import { ApiError, ConnectionError, isTemporary } from '@ridgeline/contracts';

/**
 * What a failed call means, decided once for the whole app:
 * - `session-ended`: sign in again;
 * - `unreachable`: no answer came at all;
 * - `temporary`: something in front of or behind the API is down; the same call may succeed soon;
 * - `refused`: the server answered, and asking again changes nothing.
 */
export type Failure = 'session-ended' | 'unreachable' | 'temporary' | 'refused';

/** Classifies whatever a call threw. A wrong password is a 401 too, but not the session's end. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ConnectionError) return 'unreachable';
  if (!(error instanceof ApiError)) return 'refused';
  if (error.status === 401 && error.code !== 'auth.wrong_credentials') return 'session-ended';
  return isTemporary(error) ? 'temporary' : 'refused';
}

/** Whether the outcome of a call is unknown or may change, so that the same call may be repeated. */
export function mayRetry(error: unknown): boolean {
  const failure = failureOf(error);
  return failure === 'unreachable' || failure === 'temporary';
}

/** Whether the subject of a call does not exist or no longer exists. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Whether the call was rate limited. */
export function isOneTooMany(error: unknown): boolean {
  return error instanceof ApiError && error.status === 429;
}

/** Whether a query is asked again: never after a 4xx. */
export function mayAskAgain(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500;
  return error instanceof ConnectionError;
}

/** The text that users see for a failure and, for our own failures, the id that support asks for. */
export interface FailureText {
  readonly text: string;
  readonly requestId: string | null;
}

/** The server's text, or the call's fallback if there is none. */
export function failureText(error: unknown, fallback: string): FailureText {
  if (error instanceof ApiError) {
    return { text: answeredText(error) || fallback, requestId: error.status >= 500 ? error.requestId : null };
  }
  if (error instanceof ConnectionError) {
    return {
      text: 'The server could not be reached. Check your connection, then try again.',
      requestId: null,
    };
  }
  return { text: fallback, requestId: null };
}

function answeredText(error: ApiError): string {
  const denial = denialOf(error);
  if (denial) return denialText(denial);
  const { status, message, retryAfterSeconds } = error;
  return status === 429 && retryAfterSeconds
    ? `${sentence(message)} ${waitText(retryAfterSeconds)}`
    : message;
}

/** The waiting time that a 429 asks for; minutes are rounded up. */
function waitText(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `The next one is possible in ${count} ${unit}${count === 1 ? '' : 's'}.`;
}

/** What an answer with status `access_denied` says to the user. */
export interface AccessDenial {
  readonly title: string;
  readonly message: string;
  /** Whom to ask, or null. */
  readonly contact: string | null;
}

/** The denial that a failure is, or null. */
export function denialOf(error: unknown): AccessDenial | null {
  if (!(error instanceof ApiError) || error.body?.status !== 'access_denied') return null;
  const { title, message, contact } = error.body;
  return { title: title ?? 'Access Denied', message, contact: contact ?? null };
}

/** A text to which another sentence is added. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** 'Access Revoked: left the firm. Please contact support@... for assistance.'; empty where the answer has no message. */
function denialText({ title, message, contact }: AccessDenial): string {
  if (message === '') return '';
  const told = `${title}: ${message}`;
  if (contact === null) return told;
  return `${sentence(told)} Please contact ${contact} for assistance.`;
}
