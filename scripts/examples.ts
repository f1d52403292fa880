/**
 * `npm run examples`: calls the API of a product that it starts, and stores what was sent and received, without secrets, as
 * the examples of the API's description. `npm run generate` adds them to `docs/api/openapi.json`.
 */
import { suiteCommand } from './checking/checks.ts';
import { runCommand } from './checking/run-check.ts';
import { runMain } from './run-main.ts';

process.env['EXAMPLES_FILE'] = 'packages/contracts/src/openapi/examples.json';

await runMain(async () => {
  const { ok } = await runCommand(
    [...suiteCommand('e2e'), '--testPathPatterns', 'tests/contract/examples/'],
    { echo: true },
  );
  if (!ok) throw new Error('The examples were not written');
});
