import { describe, expect, test } from '@jest/globals';
import type { BatchPlan, TakenKey } from '@ridgeline/contracts/internal';
import { executePlan } from '../../../pipeline/execution/execute-plan.ts';
import { beginExecution } from '../../../plans/execution.ts';
import { reading } from '../../../vendors/run-vendors.ts';
import { contactMigration } from '../contact-migration.ts';
import { contactPortal } from '../testing/contact-portal.ts';

/** Two creates whose emails belong to HubSpot's records 9001 and 9002; `answers` are the taken keys for each amendment. */
function amend(answers: TakenKey[][]) {
  const target = contactPortal();
  for (const email of ['a@b.com', 'b@b.com']) target.add({ email });
  const stored: BatchPlan[] = [];
  const records = ['a', 'b'].map((sourceId) => ({
    sourceId,
    name: sourceId,
    action: 'create' as const,
    warnings: [],
    properties: { acculynx_contact_id: sourceId, lastname: sourceId, email: `${sourceId}@b.com` },
  }));
  const execution = beginExecution({
    batch: 1,
    revision: 1,
    kind: 'contact',
    pass: 'records',
    cursor: null,
    records,
  });
  const executing = executePlan(execution, {
    object: contactMigration,
    target,
    signals: reading(new AbortController().signal),
    storePlan: (plan) => {
      stored.push(plan);
      return Promise.resolve({ taken: answers[stored.length - 1] ?? [], outdated: [], inUse: false });
    },
  });
  return { target, stored, execution, executing };
}

const takenOf = (sourceId: string, key: string): TakenKey => ({
  kind: 'hubspot_id',
  key,
  sourceId,
  takenBy: 'z',
});
const actions = ({ records }: BatchPlan) => records.map(({ action }) => action);

describe('An amendment wants what another record of the run has', () => {
  test('When one HubSpot record is taken, then that contact is created without its email, by a recorded plan', async () => {
    const { target, stored, execution, executing } = amend([[takenOf('a', '9001')]]);
    await executing;
    expect(stored.map(actions)).toEqual([
      ['update', 'update'],
      ['create', 'update'],
    ]);
    expect(execution.plan).toBe(stored[1]);
    expect(execution.plan.records[0]).toMatchObject({ deferred: { value: 'a@b.com' } });
    expect(target.record('b')?.id).toBe('9002');
    expect(target.record('a')?.properties['email']).toBeUndefined();
  });

  test('When the other one is taken in between, then nothing is written before a plan is recorded', async () => {
    const { target, stored, execution, executing } = amend([[takenOf('a', '9001')], [takenOf('b', '9002')]]);
    await executing;
    expect(stored.map(actions)).toEqual([
      ['update', 'update'],
      ['create', 'update'],
      ['create', 'create'],
    ]);
    expect(execution.plan).toBe(stored[2]);
    expect(target.records.filter(({ properties }) => properties['email'] && properties['lastname'])).toEqual(
      [],
    );
  });

  test('When the same is taken again and again, then the run fails and does not ask for ever', async () => {
    const { executing } = amend(Array.from({ length: 9 }, () => [takenOf('a', '9001')]));
    await expect(executing).rejects.toMatchObject({ name: 'RunFailed' });
  });
});
