import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PropertyResult } from '@ridgeline/contracts';
import type { TargetRecord } from '@ridgeline/testkit';
import { changedFiles, copyCheckout, plant, registries } from './planted-checkout.ts';

const root = process.cwd();
const copy = mkdtempSync(join(tmpdir(), 'ridgeline-planted-'));
let files: readonly string[] = [];
beforeAll(() => {
  files = copyCheckout(root, copy);
  plant(copy);
}, 60_000);
afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

/** Runs one of the copy's programs; rejects with its output when it fails. */
const run = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [...args], { cwd: copy, maxBuffer: 64 * 1024 * 1024 });

/** The API's answer about a migration of parcels, reduced to what is checked here. */
interface ParcelRun {
  readonly createdCount: number;
  readonly skipCount: number;
  readonly reconciliation: { readonly warnedByReason: Readonly<Record<string, number>> };
}

/** What `drive-parcels.ts` prints. */
interface Seen {
  readonly copied: {
    readonly portalId: number;
    readonly typeId: string;
    readonly missing: PropertyResult;
    readonly connection: Readonly<Record<string, unknown>>;
    readonly refused: string;
    readonly first: ParcelRun;
    readonly csv: string;
    readonly pages: Readonly<Record<'detail' | 'list' | 'form', string>> & {
      readonly links: readonly string[];
    };
    readonly boxes: readonly TargetRecord[];
    readonly again: ParcelRun;
  };
  readonly withoutObject: { readonly run: ParcelRun; readonly paths: readonly string[] };
}

describe('A third kind of record, in a custom object of HubSpot', () => {
  test('When it is planted, then it is three folders, and a line and its import in three registries', () => {
    expect(changedFiles(root, copy, files).toSorted()).toEqual(registries.map(({ file }) => file).toSorted());
    for (const { file, ...registry } of registries) {
      const [before, after] = [root, copy].map((checkout) =>
        readFileSync(join(checkout, file), 'utf8').split('\n'),
      );
      const added = after?.filter((line) => !before?.includes(line)) ?? [];
      expect(added).toEqual([registry.import.trimEnd(), registry.line.trimEnd()]);
      expect(after).toHaveLength((before?.length ?? 0) + 2);
    }
  });

  test.each(['tsconfig.json', 'web/tsconfig.json'])(
    'When %s is compiled, then nothing asks for more',
    (project) => {
      const compiler = join('node_modules', '@typescript', 'native', 'bin', 'tsc');
      const command = [compiler, '--singleThreaded', '-p', project];
      const { status, stdout, stderr } = spawnSync(process.execPath, command, {
        cwd: copy,
        encoding: 'utf8',
      });
      expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
    },
    600_000,
  );

  test('When it is run against the simulators, then it keeps what every kind of record promises', async () => {
    const jest = join('node_modules', 'jest', 'bin', 'jest.js');
    const suite = 'migration-worker/src/objects/conformance';
    const which = ['--selectProjects', 'unit', '--testPathPatterns', suite, '-t', '^parcels keep'];
    const { stderr } = await run(jest, ...which);
    expect(stderr).toMatch(/Tests: .* 5 passed/);
  }, 600_000);

  describe('When the product runs with it', () => {
    let seen: Seen;
    beforeAll(async () => {
      const { stdout } = await run(join('tests', 'planted-kind', 'drive-parcels.ts'));
      seen = JSON.parse(stdout) as Seen;
    }, 600_000);

    test('Then saving a connection finds its properties missing, creates them, and keeps the type id of the portal', () => {
      const { missing, connection, typeId } = seen.copied;
      expect(typeId).toMatch(/^2-\d+$/);
      expect(missing.others).toEqual({
        parcels: { missingProperties: ['acculynx_parcel_id', 'parcel_label'], validatedProperties: 1 },
      });
      expect(connection).toMatchObject({ hubspotStatus: 'valid', hubspotObjectIds: { parcels: typeId } });
    });

    test('Then a migration copies it, its account adds up, and the next one copies only what HubSpot refused', () => {
      const { first, again, boxes, refused } = seen.copied;
      const { createdCount: created, skipCount: skipped } = first;
      expect(created + skipped).toBe(39);
      expect(first).toMatchObject({
        ...{ status: 'completed', migrationType: 'parcels', parcelLabels: true, errorCount: 1 },
        reconciliation: {
          ...{ source: 40, difference: 0, skippedByReason: { no_recipient: skipped } },
          warnedByReason: { no_label: expect.any(Number) },
        },
      });
      expect(skipped).toBeGreaterThan(0);
      const ids = boxes.map(({ properties }) => properties['acculynx_parcel_id']);
      expect(new Set(ids).size).toBe(created);
      expect(ids).not.toContain(refused);
      expect(again).toMatchObject({ status: 'completed', createdCount: 1, unchangedCount: created });
    });

    test("Then the export and the pages name it in its own words and lead to its pages by the portal's type id", () => {
      const { csv, pages, portalId, typeId, first, refused } = seen.copied;
      const hubspot = `https://app.hubspot.com/contacts/${portalId}`;
      expect(csv).toContain(`"parcel","created",,,,,,"https://my.acculynx.com/contacts/`);
      expect(csv.split(`"${hubspot}/record/${typeId}/`)).toHaveLength(first.createdCount + 1);
      expect(csv).toContain(`"${hubspot}/objects/${typeId}/views/all/list?query=`);
      expect(pages.list).toMatch(/Parcels\s+Completed, 1 rejected/);
      expect(pages.detail).toContain('All 40 parcels read from AccuLynx are accounted for.');
      const { no_label: bare = 0 } = first.reconciliation.warnedByReason;
      expect(pages.detail).toContain(
        `Completed, 1 rejected, ${bare} value${bare === 1 ? '' : 's'} not copied`,
      );
      expect(pages.detail).toContain('Enter a company in AccuLynx, then run the migration again.');
      expect(pages.detail).toMatch(/Labels\s+Yes/);
      expect(pages.links).toContain(
        `https://app.hubspot.com/property-settings/${portalId}/properties?type=${typeId}`,
      );
      expect(pages.links).toContain(`https://my.acculynx.com/contacts/${refused}/overview`);
      expect(pages.links.some((link) => link.startsWith(`${hubspot}/objects/${typeId}/`))).toBe(true);
      expect(pages.form).toContain('Print a label on each parcel');
    });

    test('Then a portal without the object is connected anyway, and a run there says what is missing and reads nothing', () => {
      const { run: failed, paths } = seen.withoutObject;
      expect(failed).toMatchObject({
        status: 'failed',
        hubspotObjectIds: {},
        failureMessage: expect.stringMatching(
          /^HubSpot has no custom object "parcels" in this portal\. Define it/,
        ),
      });
      expect(paths).toEqual(['/crm-object-schemas/2026-03/schemas']);
    });
  });
});
