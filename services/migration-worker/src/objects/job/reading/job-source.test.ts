import { expect, test } from '@jest/globals';
import type { AcculynxClient, JobsQuery } from '@ridgeline/acculynx';
import type { JobDetail } from '@ridgeline/contracts';
import type { LogEntry } from '../../../base/log-entry.ts';
import { settling } from '../../../vendors/testing/settling.ts';
import { aJob } from '../testing/a-job.ts';
import { jobSource } from './job-source.ts';

const open = new AbortController().signal;
const createdDate = '2026-03-04T12:00:00.000Z';

/** AccuLynx with this many assigned jobs, all of one day; tracks how many calls for details are in flight concurrently. */
function aSource(atFirst: number, wanted: readonly JobDetail[] = []) {
  const lines: LogEntry[] = [];
  let total = atFirst;
  const calls = { details: [] as string[], atOnce: 0, out: 0 };
  const detail = (name: string) => async (id: string) => {
    calls.details.push(`${name} of ${id}`);
    calls.out += 1;
    calls.atOnce = Math.max(calls.atOnce, calls.out);
    await new Promise((resolve) => setImmediate(resolve));
    calls.out -= 1;
    return { outcome: 'ok', value: null };
  };
  const page = aJob({ createdDate });
  const jobsPage = ({ assignment, startIndex, created }: JobsQuery) => {
    const day = createdDate.slice(0, 10);
    const isAsked = assignment === 'assigned' && (!created || (created.from <= day && day <= created.to));
    const count = isAsked ? total : 0;
    const length = Math.max(0, Math.min(25, count - startIndex));
    const items = Array.from({ length }, (_, index) => ({ ...page, id: `j-${startIndex + index}` }));
    return Promise.resolve({ outcome: 'ok', value: { count, startIndex, items } });
  };
  const client = {
    jobsPage,
    jobRepresentatives: detail('representative'),
    jobFinancials: detail('financials'),
    jobInsurance: detail('insurance'),
    jobMilestone: detail('milestone'),
  } as unknown as AcculynxClient;
  const acculynx = {
    ...settling(client),
    stopping: open,
  };
  const source = jobSource(acculynx, {
    details: wanted,
    includeDead: false,
    note: (line) => lines.push(line),
  });
  const read = async () => {
    let count = 0;
    for await (const records of source.read(null, () => undefined)) count += records.length;
    return count;
  };
  const grow = (by: number) => (total += by);
  return { read, lines, calls, grow };
}

test('When AccuLynx has more jobs of one day than it hands out, then the log says which are missing', async () => {
  const { read, lines } = aSource(100_060);
  expect(await read()).toBe(100_025);
  expect(lines.map(({ message }) => message)).toEqual([
    'AccuLynx has more assigned jobs that were created on 2026-03-04 than it hands out: only the earliest of them were read',
  ]);
});

test('When details are wanted, then only those are read, for some jobs at a time', async () => {
  const { read, lines, calls } = aSource(30, ['financials']);
  expect(await read()).toBe(30);
  expect(calls.details).toHaveLength(30);
  expect(calls.details.every((call) => call.startsWith('financials'))).toBe(true);
  expect(calls.atOnce).toBe(6);
  expect(lines).toEqual([]);
});

test('When the jobs are read again, then only those that are new since then are handed on and have their details read', async () => {
  const { read, calls, grow } = aSource(30, ['insurance']);
  expect(await read()).toBe(30);
  grow(2);
  expect(await read()).toBe(2);
  expect(calls.details.slice(30)).toEqual(['insurance of j-30', 'insurance of j-31']);
});

test('When no details are wanted, then there is no call for a job', async () => {
  const { read, calls } = aSource(30);
  expect(await read()).toBe(30);
  expect(calls.details).toEqual([]);
});
