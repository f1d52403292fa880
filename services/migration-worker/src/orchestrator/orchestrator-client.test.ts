import type { ApiClient } from '@ridgeline/contracts';
import { describe, expect, test } from '@jest/globals';
import type { BatchPlan } from '../plans/batch-plan.ts';
import { orchestratorClient } from './orchestrator-client.ts';

const worker = { processId: '0', serverInstanceId: 'host', pid: 1 };
const run = { migrationId: 7, epoch: 2 };
const never = new AbortController().signal;

/** A client whose calls are all answered with this; `bodies` holds what was sent. */
function answering(answer: unknown) {
  const bodies: unknown[] = [];
  const call = ((_endpoint: unknown, input: { readonly body: unknown }) => {
    bodies.push(input.body);
    return Promise.resolve(answer);
  }) as ApiClient;
  return { client: orchestratorClient({ call, quickCall: call, worker }), bodies };
}

const about = { revision: 1, cursor: null };
const records = [
  { sourceId: 'a', action: 'unchanged' as const, hubspotId: '1', warnings: [], key: 'a@b.com' },
  { sourceId: 'b', action: 'unchanged' as const, hubspotId: '2', warnings: [] },
];
const stored = [
  { sourceId: 'a', action: 'unchanged', hubspotId: '1', warnings: [], email: 'a@b.com' },
  { sourceId: 'b', action: 'unchanged', hubspotId: '2', warnings: [] },
];

describe('The orchestrator hears of unique values as e-mails', () => {
  test('When a plan is stored, then its keys are e-mails, and so are those that are taken', async () => {
    const taken = { sourceId: 'a', key: 'a@b.com', takenBy: 'z' };
    const { client, bodies } = answering({
      taken: [
        { ...taken, kind: 'email' },
        { ...taken, kind: 'hubspot_id' },
      ],
    });
    expect(await client.storePlan(run, { batch: 1, ...about, records }, never)).toEqual([
      { ...taken, kind: 'key' },
      { ...taken, kind: 'hubspot_id' },
    ]);
    expect(bodies).toEqual([{ ...about, epoch: 2, records: stored }]);
  });

  test('When a plan is one of the second pass, then it says so', async () => {
    const { client, bodies } = answering({ taken: [] });
    await client.storePlan(run, { batch: 1, ...about, records: [], pass: 'settle' }, never);
    expect(bodies).toEqual([{ ...about, epoch: 2, records: [], emailsOnly: true }]);
  });

  test('When an earlier worker left plans, then they are the same as when they were stored', async () => {
    const plans: BatchPlan[] = [
      { batch: 1, ...about, records },
      { batch: 2, ...about, records: [], pass: 'settle' },
    ];
    const { client } = answering({
      unfinished: [
        { batch: 1, ...about, records: stored },
        { batch: 2, ...about, records: [], emailsOnly: true },
      ],
    });
    expect((await client.claim(7, 1))?.unfinished).toEqual(plans);
  });

  test('When identities are asked for, then the question and its answer speak of e-mails too', async () => {
    const known = { sourceId: 'a', hubspotId: null, seenInBatch: null };
    const { client, bodies } = answering({ records: [{ ...known, emailTakenBy: 'z' }] });
    expect(await client.resolveIdentities(run, [{ sourceId: 'a', key: 'a@b.com' }], never)).toEqual([
      { ...known, keyTakenBy: 'z' },
    ]);
    expect(bodies).toEqual([{ epoch: 2, records: [{ sourceId: 'a', email: 'a@b.com' }] }]);
  });
});
