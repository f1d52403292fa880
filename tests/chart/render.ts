import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { helmProgram } from '@ridgeline/devstack';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './manifest.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of the rendered manifests; each folder in it holds `values.yaml` and the chart's result for it. */
export const renderedFolder = join(root, 'k8s');

/** The names of the value sets that the chart is rendered for. */
export const valueSets: readonly string[] = readdirSync(renderedFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Runs Helm in the repository and returns its output. Rejects with the output when it fails. */
export async function helm(...words: readonly string[]): Promise<string> {
  const { stdout } = await run(await helmProgram(), [...words], { cwd: root, maxBuffer: 16 * 1024 * 1024 });
  return stdout;
}

/** Renders the chart for a value set, as Helm prints it; `more` are additional arguments for Helm (`--set a=b`). */
export function renderText(set: string, ...more: readonly string[]): Promise<string> {
  const values = join('k8s', set, 'values.yaml');
  const release = ['template', 'ridgeline', 'charts/ridgeline', '--namespace', 'ridgeline'];
  return helm(...release, '--kube-version', '1.34.0', '--values', values, ...more);
}

/**
 * What `k8s/<set>/manifests.yaml` holds, for review: everything but the dashboards, which are stored in
 * `charts/ridgeline/dashboards` only.
 */
export function reviewedText(set: string): Promise<string> {
  return renderText(set, '--set', 'monitoring.dashboards.enabled=false');
}

/** Renders the chart for a value set, as objects. */
export async function render(set: string, ...more: readonly string[]): Promise<readonly Manifest[]> {
  const documents = parseAllDocuments(await renderText(set, ...more));
  return [...documents]
    .map((document) => document.toJS() as Manifest | null)
    .filter((found) => found !== null);
}
