import {
  contactsPageSize,
  UnreadableRecord,
  type AcculynxClient,
  type AcculynxContact,
  type AcculynxOutcome,
} from '@ridgeline/acculynx';
import { describe, expect, test } from '@jest/globals';
import { settling } from '../../../vendors/testing/settling.ts';
import { contactsByIds, contactsOfRound } from './contact-by-ids.ts';
import { aContact } from '../testing/a-contact-run.ts';

const signal = new AbortController().signal;
const idOf = (index: number): string => `c-${String(index)}`;
const idsOf = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => idOf(from + index));

const allContacts = Array.from({ length: 10_000 }, (_, index) => aContact(index));

/** AccuLynx with this many contacts c-0, c-1, …, and every call that it received. */
function acculynx({ total, count = total }: { total: number; count?: number | null }) {
  const contacts = allContacts.slice(0, total);
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  const calls: string[] = [];
  const state = { running: 0, most: 0 };
  /** No longer in the list, or completely gone. */
  const unlisted = new Set<string>();
  const gone = new Set<string>();
  let beforeAnswer = () => Promise.resolve();

  const answered = async <Value>(call: string, value: Value): Promise<AcculynxOutcome<Value>> => {
    calls.push(call);
    state.running += 1;
    state.most = Math.max(state.most, state.running);
    await beforeAnswer();
    state.running -= 1;
    return { outcome: 'ok', value };
  };
  const client: Pick<AcculynxClient, 'contact' | 'contactsPage'> = {
    contact: (id) => {
      const found = gone.has(id) ? null : byId.get(id);
      return answered(id, found ?? null);
    },
    contactsPage: (page) => {
      const listed = contacts.filter(({ id }) => !gone.has(id) && !unlisted.has(id));
      const items = listed.slice(page * contactsPageSize, (page + 1) * contactsPageSize);
      return answered(`page ${String(page)}`, { count, startIndex: page, contacts: items });
    },
  };
  const stop = new AbortController();
  return {
    access: { ...settling(client), stopping: stop.signal },
    /** A test may replace its calls. */
    client,
    calls,
    singles: () => calls.filter((call) => call.startsWith('c-')).length,
    state,
    unlisted,
    gone,
    stop,
    hold: (until: () => Promise<void>) => {
      beforeAnswer = until;
    },
  };
}

describe('Contacts are read by their ids', () => {
  test('When a few are asked for, then each costs one call, and one more tells how long the list is', async () => {
    const { access, calls } = acculynx({ total: 1_000 });
    const found = await contactsByIds(access)([idOf(700), idOf(3), idOf(700)], signal);
    expect([...found.keys()]).toEqual([idOf(700), idOf(3)]);
    expect(found.get(idOf(3))).toEqual(aContact(3));
    expect(calls).toEqual(['page 0', idOf(700), idOf(3)]);
  });

  test('When none is asked for, then there is no call', async () => {
    const { access, calls } = acculynx({ total: 10 });
    expect(await contactsByIds(access)([], signal)).toEqual(new Map());
    expect(calls).toEqual([]);
  });

  test('When one is gone, then it is missing, and the others are there', async () => {
    const { access, gone } = acculynx({ total: 200 });
    gone.add(idOf(7));
    const read = contactsByIds(access);
    expect([...(await read(idsOf(6, 9), signal)).keys()]).toEqual([idOf(6), idOf(8)]);
    // Even when the list is read.
    expect((await read(idsOf(0, 200), signal)).size).toBe(199);
  });

  test('When single calls would cost more than the list, then the list is read once, and all is there', async () => {
    const { access, calls, singles } = acculynx({ total: 1_000 });
    const read = contactsByIds(access);
    await read(idsOf(0, 20), signal);
    expect(singles()).toBe(20);
    expect([...(await read(idsOf(20, 120), signal)).keys()]).toEqual(idsOf(20, 120));
    const before = calls.length;
    expect((await read(idsOf(120, 1_000), signal)).size).toBe(880);
    expect(calls).toHaveLength(before);
  });

  test.each([
    [1, 1_000, 1],
    [10, 1_000, 10],
    [20, 1_000, 20],
    [21, 1_000, 20],
    [100, 1_000, 20],
    [1_000, 1_000, 20],
    [300, 320, 7],
  ])(
    'Whether %i of %i are asked for one by one or together, it costs hardly more than twice the least number of calls',
    async (asked, total, least) => {
      for (const size of [1, 7, asked]) {
        const { access, calls } = acculynx({ total });
        const read = contactsByIds(access);
        let found = 0;
        for (let from = 0; from < asked; from += size)
          found += (await read(idsOf(from, Math.min(asked, from + size)), signal)).size;
        expect(found).toBe(asked);
        // Finding the end of the list takes two more calls.
        expect(calls.length).toBeLessThanOrEqual(2 * least + 2);
      }
    },
  );

  test('When the list lacks one, for it has shifted, then that one is asked for singly', async () => {
    const { access, unlisted, singles } = acculynx({ total: 100 });
    unlisted.add(idOf(40));
    expect((await contactsByIds(access)(idsOf(0, 100), signal)).size).toBe(100);
    expect(singles()).toBe(1);
  });

  test('When a contact was handed out, then it is not held any more', async () => {
    const { access, singles } = acculynx({ total: 100 });
    const read = contactsByIds(access);
    await read(idsOf(0, 50), signal);
    expect(singles()).toBe(0);
    expect((await read([idOf(4)], signal)).size).toBe(1);
    expect(singles()).toBe(1);
  });

  test.each([50_001, null])('When AccuLynx counts %p, then the list is never read', async (count) => {
    const { access, calls } = acculynx({ total: 1_100, count });
    expect((await contactsByIds(access)(idsOf(0, 1_100), signal)).size).toBe(1_100);
    expect(calls.filter((call) => call.startsWith('page'))).toEqual(['page 0']);
  });
});

describe('Several groups are read side by side', () => {
  test('When all need the list, then it is read once', async () => {
    const { access, calls } = acculynx({ total: 1_000 });
    const read = contactsByIds(access);
    const groups = [0, 100, 200].map((from) => read(idsOf(from, from + 100), signal));
    const found = await Promise.all(groups);
    expect(found.map(({ size }) => size)).toEqual([100, 100, 100]);
    const pages = calls.filter((call) => call.startsWith('page'));
    expect(pages.length).toBeLessThanOrEqual(22);
    expect(calls).toEqual(pages);
  });

  test('When contacts are read individually, then six calls are in flight concurrently', async () => {
    const { access, state, hold } = acculynx({ total: 5_000 });
    hold(() => new Promise((resolve) => setImmediate(resolve)));
    await contactsByIds(access)(idsOf(0, 60), signal);
    expect(state.most).toBe(6);
  });
});

describe('A reading by ids ends', () => {
  test.each(['singly', 'by the list'])('When the run is stopped while it reads %s', async (how) => {
    const { access, calls, stop, hold } = acculynx({ total: 10_000 });
    const stopped = new Error('stopped');
    hold(() => {
      if (calls.length === 4) stop.abort(stopped);
      return Promise.resolve();
    });
    const ids = how === 'singly' ? idsOf(0, 100) : idsOf(0, 300);
    await expect(contactsByIds(access)(ids, signal)).rejects.toBe(stopped);
    expect(calls.length).toBeLessThan(20);
  });

  test('When its own signal is aborted', async () => {
    const { access, calls, hold } = acculynx({ total: 10_000 });
    const abort = new AbortController();
    const stopped = new Error('stopped');
    hold(() => {
      if (calls.length === 4) abort.abort(stopped);
      return Promise.resolve();
    });
    await expect(contactsByIds(access)(idsOf(0, 300), abort.signal)).rejects.toBe(stopped);
    await expect(contactsByIds(access)(idsOf(0, 9), abort.signal)).rejects.toBe(stopped);
    expect(calls.length).toBeLessThan(20);
  });

  test('When AccuLynx rejects a call, and then the reason reads well', async () => {
    const { access, client } = acculynx({ total: 1_000 });
    const problem = { status: 400, category: null, message: 'No such thing.', traceId: '|9c.' };
    client.contact = () => Promise.resolve({ outcome: 'rejected', problem });
    await expect(contactsByIds(access)(idsOf(0, 3), signal)).rejects.toMatchObject({
      name: 'RunFailed',
      text: 'AccuLynx did not hand out its contacts. It answered 400 (Bad Request): No such thing. (AccuLynx trace id: |9c.)',
    });
  });
});

describe('Contacts of a round of auto-sync are read by their ids', () => {
  const whole = (readList: () => Promise<void>) => readList();

  test('When a few are asked for, then nothing is asked but these, side by side', async () => {
    const { access, calls, state, hold } = acculynx({ total: 1_000 });
    hold(() => new Promise((resolve) => setImmediate(resolve)));
    expect((await contactsOfRound(access)(idsOf(0, 6), signal)).size).toBe(6);
    expect(calls).toEqual(idsOf(0, 6));
    expect(state.most).toBe(6);
  });

  test('When many are asked for, then the list is read where that takes fewer calls', async () => {
    const { access, calls } = acculynx({ total: 500 });
    expect((await contactsOfRound(access)(idsOf(0, 40), signal)).size).toBe(40);
    expect(calls.length).toBeLessThan(20);
  });

  test('When many more wait, then the list is read where it serves them all, unless it is longer than what is kept', async () => {
    const callsOf = async (total: number, waiting: number) => {
      const { access, calls } = acculynx({ total });
      const kept = new Set<string>();
      const keep = ({ id }: AcculynxContact) => void kept.add(id);
      const keeper = { keep, listed: () => undefined, now: () => '', most: 1_000, waiting, whole };
      expect((await contactsOfRound(access, keeper)(idsOf(0, 10), signal)).size).toBe(10);
      return { calls: calls.length, kept: kept.size };
    };
    expect(await callsOf(1_000, 1)).toEqual({ calls: 10, kept: 0 });
    const { calls, kept } = await callsOf(1_000, 10);
    expect([calls <= 22, kept]).toEqual([true, 1_000]);
    // For a longer list, only the page that showed its length is read.
    expect((await callsOf(1_050, 10)).kept).toBe(50);
  });

  test('When a page is asked for again, then its contacts are as new as the attempt that got them', async () => {
    const { access } = acculynx({ total: 500 });
    const settle: typeof access.settle = async (signals, call) => {
      await access.settle(signals, call);
      return access.settle(signals, call);
    };
    let attempts = 0;
    const now = () => String((attempts += 1));
    const askedAt = new Map<string, string>();
    const keep = ({ id }: AcculynxContact, at: string) => void askedAt.set(id, at);
    const keeper = { keep, listed: () => undefined, now, most: 1_000, waiting: 1, whole };
    await contactsOfRound({ ...access, settle }, keeper)(idsOf(0, 40), signal);
    expect(askedAt.get(idOf(0))).toBe('2');
  });

  test('When the whole list was read, then the keeper hears which contacts there are and since when that holds, unless it shifted', async () => {
    const told = async (count: number) => {
      const { access } = acculynx({ total: 500, count });
      let asked = 0;
      const now = () => String((asked += 1));
      const lists: unknown[] = [];
      const listed = (ids: ReadonlySet<string>, askedAt: string) => void lists.push([ids, askedAt]);
      const keeper = { keep: () => undefined, listed, now, most: 1_000, waiting: 1, whole };
      await contactsOfRound(access, keeper)(idsOf(0, 40), signal);
      return lists;
    };
    expect(await told(500)).toEqual([[new Set(idsOf(0, 500)), '1']]);
    expect(await told(501)).toEqual([]);
  });

  test('When AccuLynx rejects a call, then only that contact cannot be read', async () => {
    const { access, client } = acculynx({ total: 1_000 });
    const { contact } = client;
    const problem = { status: 400, category: null, message: 'No such thing.', traceId: null };
    client.contact = (id, signals) =>
      id === idOf(1) ? Promise.resolve({ outcome: 'rejected', problem }) : contact(id, signals);
    const found = await contactsOfRound(access)(idsOf(0, 3), signal);
    expect(found.get(idOf(1))).toBeInstanceOf(UnreadableRecord);
    expect(found.get(idOf(2))).toEqual(aContact(2));
  });
});
