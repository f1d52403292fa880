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

  test('When one job on a page has no id, then the page is rejected rather than read as a shorter one', async () => {
    await using acculynx = await acculynxAnswering(json(200, { count: 2, items: [{ id: 'a' }, {}] }));
    expect(await acculynx.client.jobsPage({ startIndex: 0, assignment: 'assigned' })).toMatchObject({
      outcome: 'rejected',
      problem: { category: 'UNEXPECTED_SHAPE' },
    });
  });
});
