import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';

const workflow = z
  .object({
    jobs: z.record(
      z.string(),
      z.object({
        steps: z.array(z.object({ run: z.string().optional() })),
        strategy: z.object({ matrix: z.object({ service: z.array(z.string()) }) }).optional(),
      }),
    ),
  })
  .parse(parse(readFileSync('.github/workflows/ci.yml', 'utf8')));
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));
const commands = Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));

test('The workflow calls scripts that exist', () => {
  const called = commands.flatMap((line) => /^npm run (?:--silent )?(\S+)/.exec(line)?.[1] ?? []);
  const files = commands.flatMap((line) => /^(?:node )?(\S+\/\S+)$/.exec(line)?.[1] ?? []);
  expect(called).toContain('audit');
  expect(files).toContain('.ci/run');
  expect(called.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test('The workflow builds the image of every program', () => {
  const programs = ['gateway', 'simulators', ...readdirSync('services')];
  expect(workflow.jobs['image']?.strategy?.matrix.service.toSorted()).toEqual(programs.sort());
});
