import { describe, expect, test } from '@jest/globals';
import { acculynxAnswering, json } from './testing/acculynx-answering.ts';

describe('A single job is read from AccuLynx', () => {
  test('When it is there, then it is read with its contacts', async () => {
    await using acculynx = await acculynxAnswering(json(200, { id: 'j/1', jobName: 'WAC-118: Okafor' }));
    expect(await acculynx.client.job('j/1')).toMatchObject({
      outcome: 'ok',
      value: { id: 'j/1', jobName: 'WAC-118: Okafor', contacts: [] },
    });
    expect(acculynx.asked).toEqual(['/api/v2/jobs/j%2F1?includes=contact']);
  });

  test('When it is gone or unassigned (404), then there is none; when it cannot be read, then its id is known', async () => {
    await using gone = await acculynxAnswering(json(404, { title: 'Not Found', status: 404 }));
    expect(await gone.client.job('j-1')).toEqual({ outcome: 'ok', value: null });
    await using odd = await acculynxAnswering(json(200, { jobName: 'Okafor' }));
    expect(await odd.client.job('j-1')).toMatchObject({
      outcome: 'ok',
      value: { id: 'j-1', name: 'Okafor', field: 'id' },
    });
  });
});

describe('Contacts are searched by the days of their creation', () => {
  test('When a page is asked for, then it is one of the newest first, of these days', async () => {
    let body = '';
    await using acculynx = await acculynxAnswering((req, res) => {
      req.on('data', (part: Buffer) => (body += part.toString()));
      req.on('end', () => json(200, { count: 26, pageStartIndex: 1, items: [{ id: 'c-1' }] })(req, res));
    });
    const created = { from: '2026-11-24', to: '2026-11-26' };
    expect(await acculynx.client.createdContacts({ created, page: 1 })).toMatchObject({
      outcome: 'ok',
      value: { count: 26, contacts: [{ id: 'c-1' }] },
    });
    expect(acculynx.asked).toEqual(['/api/v2/contacts/search?pageSize=25&pageStartIndex=1']);
    expect(JSON.parse(body)).toEqual({
      startDate: '2026-11-24',
      endDate: '2026-11-26',
      sort: { sortColumn: 'CreatedDate', sortDirection: 'Descending' },
    });
  });
});
