import { contactType } from './contact.ts';

export * from './contact.ts';
export * from './object-type.ts';

/** Every kind of record that goes over, by the migration type that people choose. */
export const objectTypes = { contacts: contactType } as const;

type Reasons = (typeof objectTypes)[keyof typeof objectTypes]['reasons'];

type CodesOf<Texts> = Texts extends unknown ? Extract<keyof Texts, string> : never;

/** Codes by which records of any kind are left out. */
export type SkipCode = CodesOf<Reasons['skipped']>;
/** Codes of what a person should know of a record that goes over. */
export type WarningCode = CodesOf<Reasons['warned']>;
