import { describe, expect, test } from '@jest/globals';
import {
  dealToContact,
  problemOf,
  type AssociationAnswer,
  type AssociationCalls,
  type AssociationsRead,
  type HubspotClient,
  type LabelledPair,
} from '@ridgeline/hubspot';
import { settling } from '../../vendors/testing/settling.ts';
import { associationTarget, pairId } from './association-target.ts';
import { bisectBatch } from '../bisect-batch.ts';

const open = new AbortController().signal;
const signals = { waiting: open, calling: open };
const label = { category: 'USER_DEFINED', typeId: 7 } as const;

type Answer = (pairs: readonly LabelledPair[]) => Partial<AssociationAnswer>;

/** HubSpot's associations, answered by the test; otherwise all are created successfully. */
function aTarget({ associate, read }: { associate?: Answer; read?: AssociationCalls['readAssociations'] }) {
  const sent: (readonly LabelledPair[])[] = [];
  const client = {
    associate: (_direction: unknown, pairs: readonly LabelledPair[]) => {
      sent.push(pairs);
      const value = { made: [], failed: [], unknown: [], unattributed: [], ...associate?.(pairs) };
      return Promise.resolve({ outcome: 'ok', value });
    },
    readAssociations: read,
  };
  const target = associationTarget(settling(client as unknown as HubspotClient), {
    direction: { from: 'deals', to: 'contacts' },
    type: dealToContact,
    pairProperty: 'pair',
  });
  return { target, sent };
}

const inputs = (...ids: string[]) => ids.map((id) => ({ id, properties: {} }));
const pairOf = ({ from, to }: LabelledPair) => ({ from, to });

describe('Associations as records', () => {
  test('When pairs are created, then the primary one also gets the label, and each result has its two ids', async () => {
    const { target, sent } = aTarget({ associate: (pairs) => ({ made: pairs.map(pairOf) }) });
    const [plain, primary] = inputs('1/11', '1/12');
    const labelled = { ...primary, id: '1/12', properties: { label: '7' } };
    expect(await target.upsert(plain ? [plain, labelled] : [], signals)).toEqual({
      outcome: 'ok',
      value: {
        results: [
          { id: '1/11', properties: { pair: '1/11' } },
          { id: '1/12', properties: { pair: '1/12' } },
        ],
        problems: [],
      },
    });
    expect(sent).toEqual([
      [
        { from: '1', to: '11', types: [dealToContact] },
        { from: '1', to: '12', types: [dealToContact, label] },
      ],
    ]);
  });

  test('When some of a pack are refused, then each problem names its pair, and the others are made', async () => {
    const problem = problemOf(207, { category: 'VALIDATION_ERROR', context: { id: ['1'] } });
    const { target } = aTarget({
      associate: (pairs) => ({
        made: pairs.slice(1).map(pairOf),
        failed: pairs.slice(0, 1).map((pair) => ({ pair: pairOf(pair), problem })),
      }),
    });
    expect(await target.upsert(inputs('1/11', '2/12'), signals)).toMatchObject({
      value: { results: [{ id: '2/12' }], problems: [{ ...problem, traceIds: ['1/11'], ids: [] }] },
    });
  });

  test('When as many problems name no id as pairs are left, then they are theirs', async () => {
    const problem = problemOf(207, { message: 'no' });
    const { target } = aTarget({
      associate: (pairs) => ({ unknown: pairs.map(pairOf), unattributed: [problem, problem] }),
    });
    expect(await target.upsert(inputs('1/11', '2/12'), signals)).toMatchObject({
      outcome: 'ok',
      value: { problems: [{ traceIds: ['1/11'] }, { traceIds: ['2/12'] }] },
    });
  });

  test('When it is unknown which pair caused a problem, then the pack is rejected, and its parts reveal the pair', async () => {
    const problem = problemOf(207, { category: 'VALIDATION_ERROR', message: 'no' });
    const { target } = aTarget({
      associate: (pairs) => {
        const bad = pairs.some(({ to }) => to === '13');
        return bad ? { unknown: pairs.map(pairOf), unattributed: [problem] } : { made: pairs.map(pairOf) };
      },
    });
    const parts = await bisectBatch(inputs('1/11', '2/12', '3/13', '4/14'), (some) =>
      target.upsert(some, signals),
    );
    const made = parts.flatMap(({ answer }) => (answer.outcome === 'ok' ? answer.value.results : []));
    const refused = parts.flatMap(({ answer }) => (answer.outcome === 'ok' ? answer.value.problems : []));
    expect(made.map(({ id }) => id)).toEqual(['1/11', '2/12', '4/14']);
    expect(refused.map(({ traceIds }) => traceIds)).toEqual([['3/13']]);
  });

  test('When pairs are read, then it is by their first records, all pages of them, a thousand at a time', async () => {
    const asked: number[] = [];
    const read: AssociationCalls['readAssociations'] = (_direction, records) => {
      asked.push(records.length);
      const results: AssociationsRead['results'] = records.map(({ id, after }) => ({
        from: id,
        associated: [{ to: after ? 'late' : `c-${id}`, types: [] }],
        after: id === '7' && !after ? 'next' : null,
      }));
      return Promise.resolve({ outcome: 'ok', value: { results, problems: [] } });
    };
    const { target } = aTarget({ read });
    const ids = Array.from({ length: 1_200 }, (_, deal) => pairId({ from: String(deal), to: `c-${deal}` }));
    const answer = await target.read('pair', [...ids, '7/late', '8/late', '9/c-8'], open);
    const found = answer.outcome === 'ok' ? answer.value.results.map(({ id }) => id) : [];
    expect(found).toEqual([...ids, '7/late']);
    expect(asked).toEqual([1_000, 200, 1]);
  });
});
