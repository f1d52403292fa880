/**
 * Writes everything that is generated: the event types, the OpenAPI document, the documents of the mapping, the
 * messages, the metrics and the configuration, the licences, the results of benchmarks, the dashboards, and the manifests of k8s.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderedFolder, reviewedText, valueSets } from '../tests/chart/render.ts';
import { benchmarksText } from './generating/benchmarks-text.ts';
import { configurationText } from './generating/configuration-text.ts';
import { dashboardTexts } from './generating/dashboards/index.ts';
import { generateEventTypes } from './generating/event-types.ts';
import { licencesText } from './generating/licences-text.ts';
import { mappingText } from './generating/mapping-text.ts';
import { messagesText } from './generating/messages-text.ts';
import { metricsText } from './generating/metrics-text.ts';
import { openApiText } from './generating/openapi-text.ts';

generateEventTypes('.');
mkdirSync('docs/api', { recursive: true });
writeFileSync('docs/api/openapi.json', openApiText());
writeFileSync('docs/mapping.md', mappingText());
writeFileSync('docs/guide/messages.md', messagesText());
writeFileSync('docs/metrics.md', metricsText());
writeFileSync('docs/configuration.md', configurationText());
writeFileSync('docs/licences.md', licencesText());
writeFileSync('docs/benchmarks.md', benchmarksText());
mkdirSync('charts/ridgeline/dashboards', { recursive: true });
for (const [path, text] of dashboardTexts()) writeFileSync(path, text);
for (const set of valueSets)
  writeFileSync(join(renderedFolder, set, 'manifests.yaml'), await reviewedText(set));
