import { beforeAll, expect, test } from '@jest/globals';
import { documentedLines, kubectlLines, problemsOf } from './kubectl-lines.ts';
import type { Manifest } from './manifest.ts';
import { render } from './render.ts';

let manifests: readonly Manifest[];
beforeAll(async () => {
  manifests = await render('monitored');
});

const problemsIn = (text: string): readonly string[] =>
  kubectlLines('a text', text).flatMap((line) => problemsOf(line, manifests));

test('The documentation has commands for kubectl', () => {
  expect(documentedLines().length).toBeGreaterThan(10);
});

test.each(documentedLines().map((line) => [line.file, line.parts.join(' '), line] as const))(
  '%s: kubectl %s names what the chart makes',
  (_, __, line) => {
    expect(problemsOf(line, manifests)).toEqual([]);
  },
);

test.each([
  ['kubectl -n ridgeline restart deployment/ridgeline-worker', 'no such command'],
  ['kubectl -n ridgeline get pods --selector', 'get has no --selector'],
  ['kubectl -n ridgeline get pods -l', '-l needs a value'],
  ['kubectl get pods', 'nothing is in the namespace'],
  ['kubectl -n default get pods', 'nothing is in the namespace default'],
  ['kubectl create namespace roofs', 'nothing is in the namespace roofs'],
  ['kubectl -n ridgeline get pods -l app=ridgeline', 'nothing has app=ridgeline'],
  ['kubectl -n ridgeline logs <pod> -c sidecar', 'no container is called sidecar'],
  [
    'kubectl -n ridgeline rollout restart deployment/migration-worker',
    'there is no deployment migration-worker',
  ],
  ['kubectl -n ridgeline rollout restart deployment/roof-<component>', 'there is no deployment'],
  ['kubectl -n ridgeline exec deployment/ridgeline-auth -- sh', 'the image has no sh'],
  [
    'kubectl -n ridgeline exec deployment/ridgeline-auth -- node /app/service/src/rotate-secrets.ts',
    'the image has no node',
  ],
  [
    'kubectl -n ridgeline annotate scaledobject ridgeline-auth a=b',
    'there is no scaledobject ridgeline-auth',
  ],
])('`%s` is seen to be wrong', (line, problem) => {
  expect(problemsIn(`Do \`${line}\` now`)).toEqual([expect.stringContaining(problem)]);
});
