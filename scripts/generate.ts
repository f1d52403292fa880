/** Writes everything that is generated: the event types and the OpenAPI document. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { openApiText } from './testing/openapi-text.ts';

execFileSync('buf', ['generate', 'proto', '--template', 'proto/buf.gen.yaml', '--clean'], {
  stdio: 'inherit',
});
mkdirSync('docs/api', { recursive: true });
writeFileSync('docs/api/openapi.json', openApiText());
