export { openApiDocument } from './document.ts';
export { errorsOf } from './errors-of.ts';
export { exampleSchema, examples, withoutExample, type Example } from './examples.ts';
export { operations, publicEndpoints, type Operation } from './operations.ts';
