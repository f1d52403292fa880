import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Files with prose by people; generated and lock files are left out. */
const written = /\.(css|html|md|mjs|proto|tsx?|ya?ml)$|(^|\/)Dockerfile$/;
const generated = /^docs\/api\/|\/gen\/|^k8s\/.*\/manifests\.yaml$/;

/** Every file that git tracks or would add, as a path from the root. */
export const repositoryFiles: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '-z'],
  { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
)
  .split('\0')
  .filter((path) => path !== '' && existsSync(path));

/** A file that people wrote, with its text. */
export interface WrittenFile {
  readonly path: string;
  readonly text: string;
}

export const writtenFiles: readonly WrittenFile[] = repositoryFiles
  .filter((path) => written.test(path) && !generated.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** What a document's headings are called, without their marks. */
export const headingsOf = (text: string): readonly string[] =>
  [...text.replaceAll(/```[^]*?```/g, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading.replaceAll('`', ''),
  );

/** What can be cited in a document: the numbers of its headings and numbered items, and the headings themselves. */
export function citableParts(text: string): ReadonlySet<string> {
  const headings = headingsOf(text);
  const numbered = [
    ...headings,
    ...[...text.matchAll(/^(\d+)\. \*\*/gm)].map(([, number = '']) => `${number}. `),
  ].flatMap((part) => /^(\d+(?:\.\d+)?)\.? /.exec(part)?.[1] ?? []);
  return new Set([...headings, ...numbered]);
}
