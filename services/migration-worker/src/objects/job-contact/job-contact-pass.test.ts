import { expect, test } from '@jest/globals';
import type { CountedReference, PlannedRecord } from '@ridgeline/contracts/internal';
import type { FollowUpPassContext } from '../../object-migration/write-rules.ts';
import { settling } from '../../vendors/testing/settling.ts';
import { WaitTracker } from '../../waiting/wait-tracker.ts';
import { jobContactPass } from './job-contact-pass.ts';

const open = new AbortController().signal;

const reference = (deal: number, contact: number, created = false): CountedReference => ({
  kind: 'contact',
  sourceId: `c-${contact}`,
  isPrimary: false,
  hubspotId: String(contact),
  reason: null,
  from: { sourceId: `j-${deal}`, displayName: `Job ${deal}`, hubspotId: String(deal), created },
});

interface Setup {
  /** The first page is only returned on the second request: something is not counted yet. */
  readonly pages: readonly (readonly CountedReference[])[];
  readonly planned?: readonly string[];
  readonly present?: Readonly<Record<string, readonly string[]>>;
  /** The contacts that HubSpot no longer has: null for a deleted one, otherwise the one it was merged into. */
  readonly gone?: Readonly<Record<string, string | null>>;
}

/** Runs the pass and returns its packs, and which deals and contacts were read. */
async function packsOf({ pages, planned = [], present = {}, gone = {} }: Setup) {
  const read: string[][] = [];
  const contacts: string[][] = [];
  let asked = 0;
  const context = {
    run: { runId: 1, epoch: 1 },
    signal: open,
    waits: new WaitTracker(),
    batchSize: 100,
    ledger: {
      references: (_run: unknown, kind: string, after: number) => {
        asked += 1;
        if (kind !== 'job' || asked === 1)
          return Promise.resolve({ settled: false, references: [], next: null });
        const next = after + 1 < pages.length ? after + 1 : null;
        return Promise.resolve({ settled: true, references: pages[after] ?? [], next });
      },
      resolveIdentities: (_run: unknown, _kind: string, records: readonly { sourceId: string }[]) =>
        Promise.resolve(
          records.map(({ sourceId }) => ({
            sourceId,
            hubspotId: null,
            keyTakenBy: null,
            seenInBatch: planned.includes(sourceId) ? 3 : null,
          })),
        ),
    },
    hubspot: settling({
      readAssociations: (_direction: unknown, records: readonly { id: string }[]) => {
        read.push(records.map(({ id }) => id));
        const results = records.map(({ id }) => ({
          from: id,
          associated: (present[id] ?? []).map((to) => ({ to, types: [] })),
          after: null,
        }));
        return Promise.resolve({ outcome: 'ok', value: { results, problems: [] } });
      },
      readBatch: (_object: unknown, { ids }: { ids: readonly string[] }) => {
        contacts.push([...ids]);
        const results = ids.filter((id) => !(id in gone)).map((id) => ({ id, properties: {} }));
        return Promise.resolve({ outcome: 'ok', value: { results, problems: [] } });
      },
      readRecord: (_object: unknown, { id }: { id: string }) => {
        const became = gone[id] ?? null;
        return Promise.resolve(
          became === null
            ? { outcome: 'rejected', problem: { status: 404 } }
            : { outcome: 'ok', value: { id: became, properties: {} } },
        );
      },
    }),
  } as unknown as FollowUpPassContext;
  const packs: (readonly PlannedRecord[])[] = [];
  for await (const pack of jobContactPass.plans(context, { primaryLabel: null })) packs.push(pack);
  return { packs, read, contacts };
}

const shown = (packs: readonly (readonly PlannedRecord[])[]) =>
  packs.map((pack) => pack.map(({ sourceId, action }) => `${sourceId} ${action}`));

test('When all is counted, then only deals that were there before are read, and what is there stays', async () => {
  const pages = [[reference(1, 11), reference(1, 12), reference(2, 11, true)], [reference(3, 13)]];
  const { packs, read, contacts } = await packsOf({ pages, present: { '1': ['11'] } });
  expect(shown(packs)).toEqual([['1/11 unchanged', '1/12 create', '2/11 create', '3/13 create']]);
  expect(read).toEqual([['1', '3']]);
  expect(contacts).toEqual([['12', '13']]);
});

test('When a contact that an earlier deal lacks was deleted or merged, then it is skipped, or goes as what it became', async () => {
  const pages = [[reference(1, 11), reference(1, 12), reference(1, 13), reference(2, 11, true)]];
  const gone = { '11': null, '12': '21', '13': '22' };
  const { packs, contacts } = await packsOf({ pages, present: { '1': ['21'] }, gone });
  expect(shown(packs)).toEqual([['j-1/c-11 skip', '1/21 unchanged', '1/22 create', '2/11 create']]);
  expect(packs[0]?.[0]).toMatchObject({
    reason: 'contact_deleted',
    name: 'Job 1 and its contact c-11',
    message: 'the contact was deleted in HubSpot; the deal stays without it',
  });
  expect(contacts).toEqual([['11', '12', '13']]);
});

test('When a pair is named twice, or a batch of the run holds it, then it is not planned again', async () => {
  const pages = [[reference(1, 11, true), reference(1, 12, true)], [reference(1, 11, true)]];
  const { packs, read } = await packsOf({ pages, planned: ['1/12'] });
  expect(shown(packs)).toEqual([['1/11 create']]);
  expect(read).toEqual([]);
});

test('When there are more than a plan takes, then packs are as full as they can be', async () => {
  const page = (from: number) => Array.from({ length: 900 }, (_, index) => reference(from + index, 1));
  const { packs, read } = await packsOf({ pages: [page(0), page(1_000), page(2_000), page(3_000)] });
  expect(packs.map(({ length }) => length)).toEqual([2_000, 1_600]);
  expect(read.map(({ length }) => length)).toEqual([1_000, 1_000, 1_000, 600]);
});

test('When planned pairs are looked up again, then only the deals of those that would be made are read', async () => {
  const read: string[][] = [];
  const hubspot = settling({
    readAssociations: (_direction: unknown, records: readonly { id: string }[]) => {
      read.push(records.map(({ id }) => id));
      const results = [{ from: '1', associated: [{ to: '11', types: [] }], after: null }];
      return Promise.resolve({ outcome: 'ok', value: { results, problems: [] } });
    },
  });
  const about = { name: 'Job', warnings: [] };
  const planned: PlannedRecord[] = [
    { ...about, sourceId: '1/11', action: 'create', properties: {} },
    { ...about, sourceId: '1/12', action: 'create', properties: {} },
    { ...about, sourceId: '2/11', action: 'unchanged', hubspotId: '2/11' },
  ];
  const context = { hubspot, signal: open } as unknown as FollowUpPassContext;
  const again = (await jobContactPass.again?.(context, planned)) ?? [];
  expect(shown([again])).toEqual([['1/11 unchanged', '1/12 create', '2/11 unchanged']]);
  expect(read).toEqual([['1']]);
});

test('When there is nothing to be associated, then nothing is planned', async () => {
  expect(await packsOf({ pages: [[]], planned: [] })).toEqual({ packs: [], read: [], contacts: [] });
});
