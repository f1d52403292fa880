export * from './acculynx-client.ts';
export * from './acculynx-outcome.ts';
export * from './contact.ts';
export * from './contact-list.ts';
export * from './reading/list-page.ts';
export * from './reading/read-list.ts';
export * from './reading/reading-cursor.ts';
export type { ReadRecord } from './reading/pass-notes.ts';
