/** Fails when a generated file differs from what its source generates today: event types, the OpenAPI document, docs/mapping.md, docs/guide/messages.md, docs/metrics.md, docs/configuration.md, docs/licences.md, docs/benchmarks.md and the dashboards. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchmarksText } from '../generating/benchmarks-text.ts';
import { configurationText } from '../generating/configuration-text.ts';
import { dashboardTexts } from '../generating/dashboards/index.ts';
import { eventTypesFolder, generateEventTypes } from '../generating/event-types.ts';
import { licencesText } from '../generating/licences-text.ts';
import { mappingText } from '../generating/mapping-text.ts';
import { messagesText } from '../generating/messages-text.ts';
import { metricsText } from '../generating/metrics-text.ts';
import { openApiText } from '../generating/openapi-text.ts';

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .sort();
}

function sameFiles(one: string, other: string): boolean {
  const [ours, theirs] = [filesBelow(one), filesBelow(other)];
  return (
    ours.join('\n') === theirs.join('\n') &&
    ours.every((file) => readFileSync(join(one, file)).equals(readFileSync(join(other, file))))
  );
}

const problems: string[] = [];
const fresh = mkdtempSync(join(tmpdir(), 'ridgeline-drift-'));
try {
  generateEventTypes(fresh);
  if (!sameFiles(join(fresh, eventTypesFolder), eventTypesFolder))
    problems.push(`${eventTypesFolder}: run "npm run generate"`);
} finally {
  rmSync(fresh, { recursive: true });
}
for (const [file, text] of [
  ['docs/api/openapi.json', openApiText()],
  ['docs/mapping.md', mappingText()],
  ['docs/guide/messages.md', messagesText()],
  ['docs/metrics.md', metricsText()],
  ['docs/configuration.md', configurationText()],
  ['docs/licences.md', licencesText()],
  ['docs/benchmarks.md', benchmarksText()],
  ...dashboardTexts(),
] as const)
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text)
    problems.push(`${file}: run "npm run generate"`);

process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
process.exitCode = problems.length > 0 ? 1 : 0;
