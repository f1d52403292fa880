export * from './acculynx-client.ts';
export * from './acculynx-outcome.ts';
export * from './contact.ts';
export * from './contact-pages.ts';
