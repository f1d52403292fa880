import { expect, test } from '@jest/globals';
import { endpoint, type ApiClient } from '@ridgeline/contracts';
import { z } from 'zod';
import { withAnswerDefaults } from './service-client.ts';

const call = { method: 'GET', path: '/internal/x', summary: 'X', access: 'service' } as const;
const item = z.object({ id: z.int(), name: z.string().default('') });
const answering = (answer: unknown) => withAnswerDefaults((() => Promise.resolve(answer)) as ApiClient);

test.each([
  ['in the answer', item, { id: 1 }, { id: 1, name: '' }],
  [
    'in a list',
    z.object({ items: z.array(item).readonly() }),
    { items: [{ id: 1 }] },
    { items: [{ id: 1, name: '' }] },
  ],
  [
    'in one of several',
    z.union([z.object({ no: z.int() }), item.nullable()]),
    { id: 1 },
    { id: 1, name: '' },
  ],
  ['in a record', z.record(z.string(), item.optional()), { a: { id: 1 } }, { a: { id: 1, name: '' } }],
])(
  'When a server of the release before leaves out a field with a default %s, then the caller has the default',
  async (_, answer, former, whole) => {
    expect(await answering(former)(endpoint({ ...call, answer }))).toEqual(whole);
  },
);

test('When an answer with defaults is not what its schema says, then the call fails', async () => {
  await expect(answering({ id: 'x' })(endpoint({ ...call, answer: item }))).rejects.toThrow(
    'expected number',
  );
});

test('When a schema has no default, then its answer is handed on as it came, without a look', async () => {
  const former = { id: 'x', more: true };
  expect(
    await answering(former)(endpoint({ ...call, answer: item.required().extend({ name: z.string() }) })),
  ).toBe(former);
});
