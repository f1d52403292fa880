import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { compose, composeText } from './compose-file.ts';
import { inCheckout } from './image-files.ts';
import { renderedFolder } from './render.ts';

const root = join(renderedFolder, '..');
const documentation = readFileSync(join(root, 'docs/compose.md'), 'utf8');

describe('docker-compose.yml', () => {
  test("asks for Kafka's health without a Java machine for each look", () => {
    const { test: asked = [] } = compose.services['kafka']?.healthcheck ?? {};
    expect(asked).toContain('</dev/tcp/127.0.0.1/9092');
    expect(asked.join(' ')).not.toMatch(/\.sh|java/);
  });

  test('starts what runs on whenever it ends, and what runs once only until it has succeeded', () => {
    const services = Object.values(compose.services);
    const runOn = services.filter(({ healthcheck }) => !healthcheck?.disable);
    const runOnce = services.filter(({ healthcheck }) => healthcheck?.disable);
    expect(new Set(runOn.map(({ restart }) => restart))).toEqual(new Set(['unless-stopped']));
    expect(new Set(runOnce.map(({ restart }) => restart))).toEqual(new Set([undefined, 'on-failure']));
  });

  test('has the links in emails lead to the port that it publishes', () => {
    const [, port = ''] =
      /^127\.0\.0\.1:(.+):8080$/.exec(compose.services['gateway']?.ports?.[0] ?? '') ?? [];
    for (const service of ['gateway', 'auth'])
      expect(compose.services[service]?.environment?.['PUBLIC_URL']).toBe(
        `\${PUBLIC_URL:-http://localhost:${port}}`,
      );
  });

  test('names each image with a version', () => {
    for (const { image } of Object.values(compose.services))
      expect(image).toMatch(/:(\$\{.*:-)?\d[\w.-]+\}?$/);
  });

  test('builds each image under the name and version that it runs by', () => {
    const services = Object.values(compose.services);
    const built = services.flatMap(({ build }) =>
      build ? [`ridgeline/${build.args.SERVICE}:${build.args.VERSION}`] : [],
    );
    const run = services.map(({ image }) => image).filter((image) => image.startsWith('ridgeline/'));
    expect(new Set(built)).toEqual(new Set(run));
    expect(built).toHaveLength(new Set(built).size);
  });

  test('has the simulators in a profile of their own, and nothing else', () => {
    const apart = Object.entries(compose.services).filter(([, { profiles }]) => profiles);
    expect(apart.map(([name]) => name)).toEqual(['simulators']);
  });
});

describe('docs/compose.md', () => {
  test('tells the keys of the company that the simulators know', () => {
    const companies = JSON.parse(
      String(compose.services['simulators']?.environment?.['SIM_COMPANIES']),
    ) as readonly { acculynxApiKey: string; hubspotToken: string }[];
    expect(companies.length).toBeGreaterThan(0);
    for (const { acculynxApiKey, hubspotToken } of companies) {
      expect(documentation).toContain(`AccuLynx key \`${acculynxApiKey}\``);
      expect(documentation).toContain(`HubSpot token \`${hubspotToken}\``);
    }
  });

  test('lists the variables that are taken, with the same defaults', () => {
    const taken = composeText.matchAll(/\$\{([A-Z_]+):-([^{}]+)\}/g);
    const told = documentation.matchAll(/^\| `([A-Z_]+)` +\| `(.*?)`/gm);
    const byName = (found: Iterable<RegExpExecArray>) =>
      new Map([...found].map(([, name, value]) => [name, value]));
    expect(byName(told)).toEqual(byName(taken));
  });

  test('runs programs that the containers have', () => {
    const commands = [...documentation.matchAll(/`docker compose exec (\S+) node\s+(\S+?)[\s`]/g)];
    expect(commands.length).toBeGreaterThan(2);
    const missing = commands.filter(
      ([, service = '', module = '']) =>
        !existsSync(join(root, inCheckout(module, compose.services[service]?.image ?? ''))),
    );
    expect(missing.map(([command]) => command)).toEqual([]);
  });
});
