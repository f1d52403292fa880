/** Writes everything that is generated: the event types and the OpenAPI document. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { generateEventTypes } from './generating/event-types.ts';
import { openApiText } from './generating/openapi-text.ts';

generateEventTypes('.');
mkdirSync('docs/api', { recursive: true });
writeFileSync('docs/api/openapi.json', openApiText());
