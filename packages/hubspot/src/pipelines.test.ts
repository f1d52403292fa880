import { describe, expect, test } from '@jest/globals';
import { hubspotAnswering, json } from './testing/hubspot-answering.ts';

describe('Pipelines of deals are read', () => {
  test('When they come in any order, then pipelines and stages are in theirs, without archived ones', async () => {
    await using hubspot = await hubspotAnswering(
      json(200, {
        results: [
          { id: '77', label: 'Roofing', displayOrder: 1, stages: 'none', archived: false },
          { id: 'old', label: 'Old', displayOrder: 0, archived: true, stages: [] },
          {
            id: 'default',
            label: 'Sales',
            displayOrder: 0,
            stages: [
              { id: 'closedwon', label: 'Won', displayOrder: 2, metadata: { isClosed: 'true' } },
              { id: 'unordered', label: 'X' },
              { id: 'First', label: 'First', displayOrder: 0, metadata: { isClosed: 'false' } },
              { id: 'gone', label: 'Gone', displayOrder: 1, archived: true },
            ],
          },
        ],
      }),
    );
    expect(await hubspot.client.dealPipelines()).toEqual({
      outcome: 'ok',
      value: [
        {
          id: 'default',
          label: 'Sales',
          stages: [
            { id: 'First', label: 'First', isClosed: false },
            { id: 'closedwon', label: 'Won', isClosed: true },
            { id: 'unordered', label: 'X', isClosed: false },
          ],
        },
        { id: '77', label: 'Roofing', stages: [] },
      ],
    });
    expect(hubspot.seen[0]).toMatchObject({ method: 'GET', url: '/crm/pipelines/2026-03/deals' });
  });

  test('When the scope is missing, then that is a refusal', async () => {
    await using hubspot = await hubspotAnswering(json(403, { category: 'MISSING_SCOPES' }));
    expect(await hubspot.client.dealPipelines()).toMatchObject({ outcome: 'refused', status: 403 });
  });
});
