import { describe, expect, test } from '@jest/globals';
import { acculynxAnswering, json } from './testing/acculynx-answering.ts';

const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ id: `u-${String(from + index)}`, status: 'Active' }));

describe('What a person chooses from is read from AccuLynx', () => {
  test('When there are more users than a page holds, then all are read by record offset, whatever their status', async () => {
    await using acculynx = await acculynxAnswering((req, res) => {
      const start = Number(new URL(req.url ?? '', 'http://x').searchParams.get('pageStartIndex'));
      json(200, { count: 70, pageStartIndex: start, items: rows(start, Math.min(70, start + 50)) })(req, res);
    });
    const users = await acculynx.client.users();
    expect(users.outcome === 'ok' && users.value.map(({ id }) => id)).toEqual(
      rows(0, 70).map(({ id }) => id),
    );
    expect(acculynx.asked).toEqual(
      [0, 50].map(
        (start) =>
          `/api/v2/users?status=Active%2CInactive%2CArchived%2CDeleted&pageSize=50&recordStartIndex=${String(start)}&pageStartIndex=${String(start)}`,
      ),
    );
  });

  test('When the start is ignored, or is past the end, then reading ends', async () => {
    await using ignoring = await acculynxAnswering(json(200, { count: 70, items: rows(0, 50) }));
    const users = await ignoring.client.users();
    expect(users.outcome === 'ok' && users.value).toHaveLength(50);
    expect(ignoring.asked).toHaveLength(3);
    await using refusing = await acculynxAnswering(json(416, {}));
    expect(await refusing.client.leadSources()).toEqual({ outcome: 'ok', value: [] });
  });

  test('When a user has all, then it is read; a row that cannot be read is left out', async () => {
    await using acculynx = await acculynxAnswering(
      json(200, {
        items: [
          {
            id: 'u-1',
            displayName: 'Ann Lee',
            email: '',
            role: { id: 5, name: 'Sales' },
            status: 'Archived',
          },
          { displayName: 'without id' },
        ],
      }),
    );
    expect(await acculynx.client.users()).toEqual({
      outcome: 'ok',
      value: [
        {
          id: 'u-1',
          displayName: 'Ann Lee',
          firstName: null,
          lastName: null,
          email: null,
          status: 'Archived',
          role: { id: '5', name: 'Sales' },
        },
      ],
    });
  });

  test('When lead sources have none below them, then the list is empty', async () => {
    await using acculynx = await acculynxAnswering(
      json(200, {
        items: [
          { id: 'l-1', name: 'Web', children: [{ id: 'l-2', name: 'Search', parentId: 'l-1' }] },
          { id: 'l-3', name: 'Referral', children: null },
        ],
      }),
    );
    expect(await acculynx.client.leadSources()).toMatchObject({
      value: [{ children: [{ id: 'l-2', name: 'Search', parentId: 'l-1' }] }, { children: [] }],
    });
  });

  test('When milestones come as a bare array or as items, then they read the same', async () => {
    const milestones = [
      { id: 1, name: 'Lead', statuses: [{ id: 's', name: 'New' }] },
      { id: 2, name: 'Closed' },
    ];
    for (const body of [milestones, { items: milestones }]) {
      await using acculynx = await acculynxAnswering(json(200, body));
      expect(await acculynx.client.workflowMilestones()).toEqual({
        outcome: 'ok',
        value: [
          { id: '1', name: 'Lead', statuses: [{ id: 's', name: 'New' }] },
          { id: '2', name: 'Closed', statuses: [] },
        ],
      });
      expect(acculynx.asked[0]).toContain('workflow-milestones?includes=status');
    }
  });

  test('When rows are odd, then ids are read by any of their names, and those without id or name are left out', async () => {
    const items = [
      { categoryId: 3, name: 'Commercial' },
      { tradeId: 't-1', name: ' Roofing ' },
      { id: 5, categoryId: 6, name: 'Residential' },
      { id: 7 },
      { id: 8, name: ' ' },
      { name: 'without id' },
      null,
    ];
    const value = [
      { id: '3', name: 'Commercial' },
      { id: 't-1', name: 'Roofing' },
      { id: '5', name: 'Residential' },
    ];
    for (const body of [items, { items }, { count: 7, pageStartIndex: 0, items }]) {
      await using acculynx = await acculynxAnswering(json(200, body));
      expect(await acculynx.client.jobCategories()).toEqual({ outcome: 'ok', value });
      expect(acculynx.asked).toHaveLength(1);
    }
  });

  test('When a page in the middle is short, then reading continues behind its records', async () => {
    await using acculynx = await acculynxAnswering((req, res) => {
      const start = Number(new URL(req.url ?? '', 'http://x').searchParams.get('recordStartIndex'));
      const end = start === 0 ? 49 : 120;
      json(200, { count: 120, items: rows(start, Math.min(end, start + 50)) })(req, res);
    });
    const users = await acculynx.client.users();
    expect(users.outcome === 'ok' && users.value).toHaveLength(120);
    expect(acculynx.asked).toHaveLength(3);
  });

  test('When AccuLynx tells more rows than it has, then reading ends where nothing new comes', async () => {
    await using acculynx = await acculynxAnswering((req, res) => {
      const start = Number(new URL(req.url ?? '', 'http://x').searchParams.get('recordStartIndex'));
      json(200, { count: 72, items: rows(Math.min(start, 70), 70) })(req, res);
    });
    const users = await acculynx.client.users();
    expect(users.outcome === 'ok' && users.value).toHaveLength(70);
    expect(acculynx.asked.length).toBeLessThan(5);
  });

  test('When a page is refused, then so is the list', async () => {
    await using acculynx = await acculynxAnswering(json(401, {}));
    expect(await acculynx.client.users()).toMatchObject({ outcome: 'refused', status: 401 });
  });
});
