import type { ApiClient } from '@ridgeline/contracts';
import { withAnswerDefaults } from '@ridgeline/kit';
import { describe, expect, test } from '@jest/globals';
import { aClaim } from '../lease/testing/a-claim.ts';
import { orchestratorClient } from './orchestrator-client.ts';

const worker = { processId: '0', serverInstanceId: 'host', pid: 1 };
const run = { runId: 7, epoch: 2 };
const never = new AbortController().signal;

/** A client whose calls all get this answer; `asked` records the requests and their paths. */
function answering(answer: unknown) {
  const asked: unknown[] = [];
  const call = withAnswerDefaults(((
    { path }: { readonly path: string },
    { params, body }: { readonly params: unknown; readonly body: unknown },
  ) => {
    asked.push([path, params, body]);
    return Promise.resolve(answer);
  }) as ApiClient);
  return { client: orchestratorClient({ call, quickCall: call, worker }), asked };
}

describe('The orchestrator is asked by the kind of record', () => {
  const plan = { revision: 1, kind: 'job', pass: 'records' as const, cursor: null };
  const references = [{ kind: 'contact', sourceId: 'c', isPrimary: true }];
  const records = [
    {
      sourceId: 'a',
      action: 'unchanged' as const,
      hubspotId: '1',
      warnings: [],
      key: 'k',
      references,
      name: 'A',
    },
    { sourceId: 'b', name: 'B', action: 'unchanged' as const, hubspotId: '2', warnings: [] },
  ];

  test('When a plan is stored, then all that it says goes there, and what is taken comes back', async () => {
    const taken = [{ kind: 'key', sourceId: 'a', key: 'k', takenBy: 'z' }];
    const { client, asked } = answering({ taken });
    expect(await client.storePlan(run, { batch: 4, ...plan, records }, never)).toEqual({
      taken,
      outdated: [],
      inUse: false,
    });
    expect(asked).toEqual([
      [
        '/internal/migrations/{id}/batches/{batch}/plan',
        { id: '7', batch: '4' },
        { ...plan, records, epoch: 2, heedsOthers: true },
      ],
    ]);
  });

  test('When an orchestrator of the release before answers a claim, then its plans have the fields of this one', async () => {
    const former = {
      sourceId: 'a',
      action: 'skip',
      reason: 'no_email',
      message: 'Ann: no email',
      warnings: [],
    };
    const { client } = answering({
      ...aClaim(),
      unfinished: [{ batch: 4, ...plan, records: [former] }],
    });
    const claim = await client.claim({ runId: 7, attempt: 1 });
    expect(claim?.unfinished).toEqual([{ batch: 4, ...plan, records: [{ ...former, name: '' }] }]);
  });

  test('When identities are asked for, then the question names the kind', async () => {
    const known = { sourceId: 'a', hubspotId: null, keyTakenBy: 'z', seenInBatch: null };
    const { client, asked } = answering({ records: [known] });
    const questions = [{ sourceId: 'a', key: 'k' }];
    expect(await client.resolveIdentities(run, 'job', questions, never)).toEqual([known]);
    expect(asked).toEqual([
      ['/internal/migrations/{id}/identities', { id: '7' }, { epoch: 2, kind: 'job', records: questions }],
    ]);
  });

  test.each([
    ['openValues', '/internal/migrations/{id}/open-values'],
    ['references', '/internal/migrations/{id}/references'],
  ] as const)(
    'When a page of %s is asked for, then it is of this kind, behind that batch',
    async (ask, path) => {
      const page = { settled: true, values: [], references: [], next: null };
      const { client, asked } = answering(page);
      expect(await client[ask](run, 'job', 12, never)).toEqual(page);
      expect(asked).toEqual([[path, { id: '7' }, { epoch: 2, kind: 'job', after: 12 }]]);
    },
  );
});
