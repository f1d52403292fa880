/**
 * Writes everything that is generated: the event types, the OpenAPI document, the mapping's documentation and the
 * manifests of k8s.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderedFolder, renderText, valueSets } from '../tests/chart/render.ts';
import { generateEventTypes } from './generating/event-types.ts';
import { mappingText } from './generating/mapping-text.ts';
import { openApiText } from './generating/openapi-text.ts';

generateEventTypes('.');
mkdirSync('docs/api', { recursive: true });
writeFileSync('docs/api/openapi.json', openApiText());
writeFileSync('docs/mapping.md', mappingText());
for (const set of valueSets)
  writeFileSync(join(renderedFolder, set, 'manifests.yaml'), await renderText(set));
