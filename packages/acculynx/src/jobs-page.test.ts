import { describe, expect, test } from '@jest/globals';
import { acculynxAnswering, json } from './testing/acculynx-answering.ts';

describe('Pages of jobs are read from AccuLynx', () => {
  test('When a page is asked for, then both start parameters hold the offset, and order and contacts are asked for', async () => {
    await using acculynx = await acculynxAnswering(
      json(200, { count: 143, pageSize: 25, pageStartIndex: 50, items: [{ id: 'j-1' }] }),
    );
    const page = await acculynx.client.jobsPage({ startIndex: 50, assignment: 'unassigned' });
    const query = new URL(acculynx.asked[0] ?? '', 'http://x').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      pageSize: '25',
      recordStartIndex: '50',
      pageStartIndex: '50',
      assignment: 'unassigned',
      includes: 'contact',
      sortBy: 'CreatedDate',
      sortOrder: 'Ascending',
    });
    expect(page).toMatchObject({
      outcome: 'ok',
      value: { count: 143, startIndex: 50, items: [{ id: 'j-1' }] },
    });
  });

  test('When days and milestones are named, then they are in the query', async () => {
    await using acculynx = await acculynxAnswering(json(200, { items: [] }));
    await acculynx.client.jobsPage({
      startIndex: 0,
      assignment: 'assigned',
      created: { from: '2026-01-02', to: '2026-02-03' },
      milestones: ['lead', 'dead'],
    });
    const query = new URL(acculynx.asked[0] ?? '', 'http://x').searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      startDate: '2026-01-02',
      endDate: '2026-02-03',
      dateFilterType: 'CreatedDate',
      milestones: 'lead,dead',
    });
  });

  test('When those that changed last come first, then the query says so', async () => {
    await using acculynx = await acculynxAnswering(json(200, { items: [] }));
    await acculynx.client.jobsPage({ startIndex: 0, assignment: 'unassigned', latestFirst: true });
    const query = new URL(acculynx.asked[0] ?? '', 'http://x').searchParams;
    expect(Object.fromEntries(query)).toMatchObject({ sortBy: 'ModifiedDate', sortOrder: 'Descending' });
  });

  test('When the start is past the end (416), then the page is empty and tells no count', async () => {
    await using acculynx = await acculynxAnswering(json(416, { title: 'Range', status: 416 }));
    expect(await acculynx.client.jobsPage({ startIndex: 900, assignment: 'assigned' })).toEqual({
      outcome: 'ok',
      value: { count: null, startIndex: null, items: [] },
    });
  });

  test('When one job on a page has no id, then it alone is unreadable, and the page is no shorter for it', async () => {
    const items = [{ id: 'a' }, { jobName: 'WAC-118: Okafor', modifiedDate: 7 }, { id: 'c' }];
    await using acculynx = await acculynxAnswering(json(200, { count: 3, items }));
    const page = await acculynx.client.jobsPage({ startIndex: 0, assignment: 'assigned' });
    expect(page).toMatchObject({
      outcome: 'ok',
      value: { count: 3, items: [{ id: 'a' }, { name: 'WAC-118: Okafor', field: 'id' }, { id: 'c' }] },
    });
  });

  test.each([{ count: 2, items: { id: 'a' } }, { count: 2 }, null, [{ id: 'a' }]])(
    'When the answer is no page at all (%j), then it is rejected',
    async (body) => {
      await using acculynx = await acculynxAnswering(json(200, body));
      expect(await acculynx.client.jobsPage({ startIndex: 0, assignment: 'assigned' })).toMatchObject({
        outcome: 'rejected',
        problem: { category: 'UNEXPECTED_SHAPE' },
      });
    },
  );
});
