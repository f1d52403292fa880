import { describe, expect, test } from '@jest/globals';
import type { ChosenRecord, Corrections } from '@ridgeline/contracts/internal';
import { UnreadableRecord } from '@ridgeline/acculynx';
import { aLease } from '../lease/testing/a-lease.ts';
import { FakeOrchestrator } from '../orchestrator/testing/fake-orchestrator.ts';
import { aParcel } from '../pipeline/testing/a-run.ts';
import type { RetryRules } from '../object-migration/object-migration.ts';
import {
  parcelMigration,
  parcelPortal,
  type MappedParcel,
  type Parcel,
} from '../pipeline/testing/parcel-migration.ts';
import { listSpec, pageOf, startRun, type RunSetup } from '../pipeline/testing/start-run.ts';
import { recordSource, type TakeRecord } from '../vendors/record-source.ts';
import { fakeAcculynx } from '../vendors/testing/fake-acculynx.ts';
import { settling } from '../vendors/testing/settling.ts';
import { chosenSource } from './chosen-source.ts';
import { correctedMigration } from './corrected-migration.ts';

/** The parcels that AccuLynx no longer has, and those that it returns in an unreadable form. */
const gone = new Set(['c-3', 'c-119']);
const odd = new Set(['c-5']);

const parcelOf = (id: string): Parcel => aParcel(Number(id.slice(2)));

const chosen = (total: number, corrections: Readonly<Record<string, Corrections['values']>> = {}) =>
  Array.from({ length: total }, (_, index): ChosenRecord => {
    const sourceId = `c-${String(index)}`;
    const values = corrections[sourceId];
    const by = { by: 'ann@example.com', at: '2026-11-26T23:59:59.000Z' };
    return {
      sourceId,
      position: index + 1,
      name: index === 3 ? 'Red parcel' : null,
      corrections: values ? { values, ...by } : null,
    };
  });

/** AccuLynx' list: it also contains parcels that are not chosen, lacks some that are, and contains one twice. */
const listed = [...Array.from({ length: 300 }, (_, index) => index).filter((index) => index % 7 !== 4), 50]
  .map((index) => `c-${String(index)}`)
  .filter((id) => !gone.has(id));

/** A retry of these parcels; `asked` are the ids requested from AccuLynx, page by page. */
function aRetry(
  records: readonly ChosenRecord[],
  { listCalls = Infinity, ...setup }: RunSetup & { readonly listCalls?: number } = {},
) {
  const orchestrator = setup.orchestrator ?? new FakeOrchestrator();
  orchestrator.chosen = records;
  const asked: (readonly string[])[] = [];
  const readable = (id: string): Parcel | UnreadableRecord =>
    odd.has(id) ? new UnreadableRecord({ id, name: null, field: 'weight' }) : parcelOf(id);
  const list = listed.map(readable);
  const object = {
    ...parcelMigration,
    source: (_acculynx: unknown, _options: unknown, take?: TakeRecord) =>
      recordSource((page) => Promise.resolve(pageOf(list, page)), listSpec, { take }),
  };
  const rules: RetryRules<Parcel, MappedParcel, null> = {
    listCalls: () => Promise.resolve(listCalls),
    readByIds: () => (ids) => {
      asked.push(ids);
      const found = ids.filter((id) => !gone.has(id));
      return Promise.resolve(new Map(found.map((id) => [id, readable(id)])));
    },
    correct: (parcel, { label = parcel.label, code = parcel.code }) => ({ ...parcel, label, code }),
  };
  using lease = aLease();
  const corrections = new Map<string, Corrections>();
  const source = chosenSource({
    object,
    rules,
    options: null,
    acculynx: {
      ...settling(fakeAcculynx({ count: 0, startIndex: 0, contacts: [] })),
      stopping: lease.stopping,
    },
    lease,
    orchestrator,
    onCorrected: (id, corrected) => void corrections.set(id, corrected),
  });
  const subject = {
    object: correctedMigration(object, rules, corrections),
    options: null,
    source,
    target: parcelPortal(),
  };
  return { ...startRun(subject, { ...setup, orchestrator }), asked };
}

/** Whether a run came to its end. */
const isOver = (pipeline: { run(): Promise<void> }): Promise<boolean> =>
  pipeline.run().then(
    () => true,
    () => false,
  );

const outcomesIn = ({ outcomes }: FakeOrchestrator) => [...outcomes.values()].flat();

describe('a retry', () => {
  test('When records are chosen, then exactly these are copied, what AccuLynx does not have any more is left out by its name, and the account is that of the chosen ones', async () => {
    const { pipeline, orchestrator, target } = aRetry(chosen(120));
    await pipeline.run();
    const outcomes = outcomesIn(orchestrator);
    expect(outcomes).toHaveLength(120);
    expect(outcomes.filter(({ outcome }) => outcome !== 'created')).toMatchObject([
      { sourceId: 'c-3', outcome: 'skipped', reason: 'gone_from_acculynx', name: 'Red parcel' },
      { sourceId: 'c-5', outcome: 'failed', reason: 'unreadable', field: 'weight' },
      { sourceId: 'c-119', outcome: 'skipped', reason: 'gone_from_acculynx', name: 'Parcel c-119' },
    ]);
    expect(target.records).toHaveLength(117);
    expect(pipeline.sourceAccount).toEqual({
      read: 120,
      countedBySource: 120,
      foundAtEnd: 120,
      heldStill: true,
    });
  });

  test('When a worker dies at any step, then the next one counts each chosen record once, and reads none again that is planned', async () => {
    for (let diesAt = 1; ; diesAt += 1) {
      const first = aRetry(chosen(120), { diesAt });
      if (await isOver(first.pipeline)) break;
      const { orchestrator } = first;
      const claim = orchestrator.claimFor('parcel');
      const second = aRetry(chosen(120), { orchestrator, claim });
      await second.pipeline.run();
      const outcomes = outcomesIn(orchestrator);
      expect([outcomes.length, new Set(outcomes.map(({ sourceId }) => sourceId)).size]).toEqual([120, 120]);
      // A record that AccuLynx does not have does not advance the reading.
      expect(second.asked.flat().length).toBeLessThanOrEqual(120 - claim.plannedRecords + 1);
      expect(second.pipeline.sourceAccount).toMatchObject({
        read: 120,
        countedBySource: 120,
        foundAtEnd: 120,
      });
    }
  });

  test('When more are chosen than the list has pages, then the list is read, and only what it does not have by its id, at whatever step a worker dies', async () => {
    for (let diesAt = 1; ; diesAt += 1) {
      const first = aRetry(chosen(120), { diesAt, listCalls: 6 });
      if (await isOver(first.pipeline)) break;
      const { orchestrator } = first;
      const claim = orchestrator.claimFor('parcel');
      const second = aRetry(chosen(120), { orchestrator, claim, listCalls: 6 });
      await second.pipeline.run();
      const outcomes = outcomesIn(orchestrator);
      expect([outcomes.length, new Set(outcomes.map(({ sourceId }) => sourceId)).size]).toEqual([120, 120]);
      expect(outcomes.filter(({ outcome }) => outcome !== 'created').map(({ sourceId }) => sourceId)).toEqual(
        expect.arrayContaining(['c-3', 'c-5', 'c-119']),
      );
      expect(first.asked.flat().length).toBeLessThanOrEqual(19);
      expect(second.asked.flat().length).toBeLessThanOrEqual(19);
      expect(second.pipeline.sourceAccount).toMatchObject({
        read: 120,
        countedBySource: 120,
        foundAtEnd: 120,
      });
    }
  });

  test('When a chosen record had no id in AccuLynx, then it fails as before, and is not said to be gone', async () => {
    const [one] = chosen(1);
    if (!one) throw new Error('None is chosen');
    const { pipeline, orchestrator, asked } = aRetry([{ ...one, sourceId: 'unreadable/0123456789abcdef' }]);
    await pipeline.run();
    expect(outcomesIn(orchestrator)).toMatchObject([{ outcome: 'failed', reason: 'unreadable' }]);
    expect(asked.flat()).toEqual([]);
  });

  test('When a value is corrected, then it is what counterparts are looked up by and what is written, and a warning says who corrected it and when', async () => {
    const corrections = { 'c-1': { code: 'right-code' }, 'c-2': { label: 'Right label', code: 'code-2' } };
    const { pipeline, orchestrator, target, reported } = aRetry(chosen(5, corrections));
    const hubspotId = target.add({ code: 'right-code', label: 'Here before' });
    await pipeline.run();
    expect(outcomesIn(orchestrator)).toContainEqual(
      expect.objectContaining({ sourceId: 'c-1', outcome: 'updated', hubspotId }),
    );
    expect(target.records.map(({ properties }) => properties)).toContainEqual(
      expect.objectContaining({ parcel_id: 'c-2', label: 'Right label', code: 'code-2' }),
    );
    const warnings = reported.flatMap(({ plan }) =>
      plan.records.flatMap((record) => record.warnings.map((warning) => [record.sourceId, warning] as const)),
    );
    expect(warnings.map(([id, { code, field }]) => [id, code, field])).toEqual([
      ['c-1', 'corrected', 'code'],
      ['c-2', 'corrected', 'label'],
      ['c-2', 'corrected', 'code'],
    ]);
    expect(warnings[0]?.[1].message).toBe('"code" was corrected by ann@example.com on Nov 26, 2026');
  });
});
