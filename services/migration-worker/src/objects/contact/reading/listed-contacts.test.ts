import type { AcculynxClient } from '@ridgeline/acculynx';
import { describe, expect, test } from '@jest/globals';
import { settling } from '../../../vendors/testing/settling.ts';
import { aContact } from '../testing/a-contact-run.ts';
import { contactsAlong, keepListed } from './listed-contacts.ts';

const readAt = '2026-11-25T10:00:10.000Z';
const before = '2026-11-25T10:00:07.000Z';
const signal = new AbortController().signal;

/** AccuLynx with contacts c-0, c-1, …, of which the list had the first two. */
function acculynx(account: string, total = 2) {
  keepListed(account, new Set(['c-0', 'c-1']), readAt);
  const there = new Map(Array.from({ length: total }, (_, index) => [`c-${String(index)}`, aContact(index)]));
  const calls: string[] = [];
  const client = {
    contact: (id: string) => {
      calls.push(id);
      return Promise.resolve({ outcome: 'ok' as const, value: there.get(id) ?? null });
    },
  };
  const access = settling(client as unknown as AcculynxClient);
  /** Each is named by an old job; the last one also by a second job, whose event has this time. */
  const read = async (ids: readonly string[], newestEvent = before, of = account) => {
    calls.length = 0;
    const namedBy = new Map(ids.map((id) => [id, id === ids.at(-1) ? ['old', 'second'] : ['old']]));
    const knownAt = new Map([
      ['old', before],
      ['second', newestEvent],
    ]);
    const reader = contactsAlong({ ...access, stopping: signal }, { account: of, knownAt });
    const found = await reader(ids, signal, namedBy);
    return { found: [...found.keys()], calls: [...calls] };
  };
  return { read };
}

const gone = ['gone-1', 'gone-2', 'gone-3'];

describe('Contacts that come along with jobs, when the whole list is known', () => {
  test('When three that it lacks were absent, then no more of these are asked for, and those that it has are', async () => {
    const { read } = acculynx('absent');
    expect(await read(gone)).toEqual({ found: [], calls: gone });
    expect(await read(['gone-4', 'c-1', 'gone-1'])).toEqual({ found: ['c-1'], calls: ['c-1'] });
  });

  test('When only two that it lacks were absent, however often, then others are asked for', async () => {
    const { read } = acculynx('two');
    for (let time = 0; time < 2; time += 1) await read(gone.slice(1));
    expect(await read(['gone-4'])).toEqual({ found: [], calls: ['gone-4'] });
  });

  test('When one that it lacks is there, then the list proves nothing', async () => {
    const { read } = acculynx('untrue', 3);
    await read(gone);
    await read(['c-2'], readAt);
    expect(await read(['gone-4'])).toEqual({ found: [], calls: ['gone-4'] });
  });

  test('When a job has an event that is not older than the list, then what it names is asked for, and nothing else', async () => {
    const { read } = acculynx('newer', 3);
    await read(gone);
    const answer = await read(['gone-4', 'c-2'], '2026-11-25T10:00:08.500Z');
    expect(answer).toEqual({ found: ['c-2'], calls: ['c-2'] });
  });

  test('When the round is of another account, then its contacts are asked for', async () => {
    const { read } = acculynx('known', 3);
    await read(gone);
    expect(await read(['c-2'], before, 'another')).toEqual({ found: ['c-2'], calls: ['c-2'] });
  });
});
