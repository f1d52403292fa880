import { ApiError } from '@ridgeline/contracts';

/** What an answer with status `access_denied` tells a person. */
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
export function denialText({ title, message, contact }: AccessDenial): string {
  if (message === '') return '';
  const told = `${title}: ${message}`;
  if (contact === null) return told;
  return `${sentence(told)} Please contact ${contact} for assistance.`;
}
