export * from './contact.ts';
export * from './fixes.ts';
export * from './job.ts';
export * from './kinds.ts';
export * from './object-type.ts';
export * from './vendor-links.ts';
export * from './words.ts';
