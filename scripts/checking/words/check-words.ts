/** Fails when prose uses a phrase that `phrases.ts` rules out. `npm run words -- <path>...` looks there instead. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findPhrases } from './find-phrases.ts';
import { ignoredPaths } from './scope.ts';

const isText = (path: string): boolean =>
  /\.(?:ts|tsx|mjs|js|md|ya?ml|json|sh|proto|html|css|tpl|txt)$|(?:^|\/)Dockerfile$/.test(path);
const isIgnored = (path: string): boolean =>
  ignoredPaths.some((ignored) => path === ignored || path.startsWith(`${ignored}/`));

const asked = process.argv.slice(2);
const listed = execFileSync(
  'git',
  [
    ...['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '-z', '--'],
    ...(asked.length > 0 ? asked : ['.']),
  ],
  { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
);
const problems = listed
  .split('\0')
  .filter((path) => isText(path) && !isIgnored(path) && existsSync(path))
  .flatMap((path) =>
    findPhrases(path, readFileSync(path, 'utf8')).map(
      ({ line, found, write }) =>
        `${path}:${String(line)}: "${found.replaceAll(/\s+/g, ' ')}"; write: ${write}\n`,
    ),
  );
for (const problem of problems) process.stderr.write(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
