/** Writes everything that is generated: the event types, the OpenAPI document, the mapping's and the metrics' documentation, the dashboards. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dashboardTexts } from './generating/dashboards/index.ts';
import { generateEventTypes } from './generating/event-types.ts';
import { mappingText } from './generating/mapping-text.ts';
import { metricsText } from './generating/metrics-text.ts';
import { openApiText } from './generating/openapi-text.ts';

generateEventTypes('.');
mkdirSync('docs/api', { recursive: true });
writeFileSync('docs/api/openapi.json', openApiText());
writeFileSync('docs/mapping.md', mappingText());
writeFileSync('docs/metrics.md', metricsText());
mkdirSync('charts/ridgeline/dashboards', { recursive: true });
for (const [path, text] of dashboardTexts()) writeFileSync(path, text);
