import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Where the generated event types live. */
export const eventTypesFolder = 'packages/events/src/gen';

const plugin = fileURLToPath(
  new URL('bin/protoc-gen-es', import.meta.resolve('@bufbuild/protoc-gen-es/package.json')),
);

/** Generates the TypeScript types of the protobuf contracts below `root`, in place of what is there. */
export function generateEventTypes(root: string): void {
  const template = {
    version: 'v2',
    plugins: [
      {
        local: [process.execPath, plugin],
        out: eventTypesFolder,
        opt: ['target=ts', 'import_extension=ts', 'erasable_syntax=true'],
      },
    ],
  };
  const options = ['--template', JSON.stringify(template), '--output', root, '--clean'];
  execFileSync('buf', ['generate', 'proto', ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
}
