/** Writes everything that is generated: the event types, the OpenAPI document, the mapping's and the metrics' documentation. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { generateEventTypes } from './generating/event-types.ts';
import { mappingText } from './generating/mapping-text.ts';
import { metricsText } from './generating/metrics-text.ts';
import { openApiText } from './generating/openapi-text.ts';

generateEventTypes('.');
mkdirSync('docs/api', { recursive: true });
writeFileSync('docs/api/openapi.json', openApiText());
writeFileSync('docs/mapping.md', mappingText());
writeFileSync('docs/metrics.md', metricsText());
