import { contactType } from './contact.ts';
import { deadLeadKind, jobContactKind, jobType } from './job.ts';
import type { RecordKind } from './object-type.ts';

/** Every kind of record that goes over, by the migration type that people choose. */
export const objectTypes = { contacts: contactType, jobs: jobType } as const;

/** Every kind of thing that migrations plan and count, by its name. */
export const recordKinds = {
  contact: contactType,
  job: jobType,
  job_contact: jobContactKind,
  dead_lead: deadLeadKind,
} as const;

const kinds: ReadonlyMap<string, RecordKind> = new Map(Object.entries(recordKinds));

/** The kind of this name, unless it is one that is not known here. */
export const kindNamed = (name: string): RecordKind | undefined => kinds.get(name);

type Reasons = (typeof recordKinds)[keyof typeof recordKinds]['reasons'];

type CodesOf<Texts> = Texts extends unknown ? Extract<keyof Texts, string> : never;

/** Codes by which records of any kind are left out. */
export type SkipCode = CodesOf<Reasons['skipped']>;
/** Codes of what a person should know of a record that goes over. */
export type WarningCode = CodesOf<Reasons['warned']>;
