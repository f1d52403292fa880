import { describe, expect, test } from '@jest/globals';
import { dealToContact } from './associations.ts';
import { hubspotAnswering, json } from '../testing/hubspot-answering.ts';

const direction = { from: 'deals', to: 'contacts' } as const;
const pair = (from: string, to: string) => ({ from, to });
const pairs = [pair('1', '11'), pair('2', '12'), pair('3', '13')];

describe('Records are associated', () => {
  test('When pairs go without a label, then those that were created are returned, in any order', async () => {
    const results = [
      { from: { id: 2 }, to: { id: '12' }, associationSpec: {} },
      { from: { id: '1' }, to: { id: '11' } },
      // The other direction was not requested.
      { from: { id: '13' }, to: { id: '3' } },
    ];
    await using hubspot = await hubspotAnswering(json(200, { status: 'COMPLETE', results }));
    expect(await hubspot.client.associateDefault(direction, pairs)).toEqual({
      outcome: 'ok',
      value: { made: pairs.slice(0, 2), failed: [], unknown: [pairs[2]], unattributed: [] },
    });
    expect(hubspot.seen[0]).toMatchObject({
      method: 'POST',
      url: '/crm/associations/2026-03/deals/contacts/batch/associate/default',
      body: { inputs: pairs.map(({ from, to }) => ({ from: { id: from }, to: { id: to } })) },
    });
  });

  test('When pairs go with labels, then each carries its types, and the other form of answer is read', async () => {
    const made = {
      fromObjectTypeId: '0-3',
      fromObjectId: 1,
      toObjectTypeId: '0-1',
      toObjectId: 11,
      labels: [],
    };
    await using hubspot = await hubspotAnswering(json(201, { results: [made] }));
    const label = { category: 'USER_DEFINED', typeId: 40 } as const;
    const answer = await hubspot.client.associate(direction, [
      { from: '1', to: '11', types: [dealToContact, label] },
    ]);
    expect(answer).toMatchObject({ outcome: 'ok', value: { made: [pair('1', '11')], unknown: [] } });
    expect(hubspot.seen[0]).toMatchObject({
      url: '/crm/associations/2026-03/deals/contacts/batch/create',
      body: {
        inputs: [
          {
            from: { id: '1' },
            to: { id: '11' },
            types: [
              { associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 3 },
              { associationCategory: 'USER_DEFINED', associationTypeId: 40 },
            ],
          },
        ],
      },
    });
  });

  test('When some fail, then a problem that names an id belongs to its pairs, and other problems are separate', async () => {
    const body = {
      results: [{ from: { id: '1' }, to: { id: '11' } }],
      numErrors: 2,
      errors: [
        { subCategory: 'crm.associations.INVALID_IDENTIFIER', category: 'X', context: { id: ['12'] } },
        { category: 'VALIDATION_ERROR', message: 'One or more associations are invalid' },
      ],
    };
    for (const status of [200, 207]) {
      await using hubspot = await hubspotAnswering(json(status, body));
      expect(await hubspot.client.associateDefault(direction, pairs)).toMatchObject({
        outcome: 'ok',
        value: {
          made: [pairs[0]],
          failed: [
            { pair: pairs[1], problem: { subCategory: 'crm.associations.INVALID_IDENTIFIER', status: 207 } },
          ],
          unknown: [pairs[2]],
          unattributed: [{ category: 'VALIDATION_ERROR', message: 'One or more associations are invalid' }],
        },
      });
    }
  });

  test('When the whole pack is rejected, then so is the call', async () => {
    await using hubspot = await hubspotAnswering(json(400, { category: 'VALIDATION_ERROR' }));
    expect(await hubspot.client.associateDefault(direction, pairs)).toMatchObject({
      outcome: 'rejected',
      problem: { category: 'VALIDATION_ERROR' },
    });
  });
});

describe('Associations are read', () => {
  test('When a record has more than fit, then its next page is returned; unknown records are problems', async () => {
    await using hubspot = await hubspotAnswering(
      json(207, {
        results: [
          {
            from: { id: '1' },
            to: [
              {
                toObjectId: 11,
                associationTypes: [{ category: 'HUBSPOT_DEFINED', typeId: 3, label: null }],
              },
            ],
            paging: { next: { after: 'abc', link: 'x' } },
          },
          { from: { id: '2' }, to: [] },
        ],
        errors: [{ category: 'OBJECT_NOT_FOUND', context: { ids: ['3'] } }],
      }),
    );
    const answer = await hubspot.client.readAssociations(direction, [{ id: '1', after: 'x' }, { id: '2' }]);
    expect(answer).toMatchObject({
      outcome: 'ok',
      value: {
        results: [
          {
            from: '1',
            associated: [{ to: '11', types: [{ category: 'HUBSPOT_DEFINED', typeId: 3, label: null }] }],
            after: 'abc',
          },
          { from: '2', associated: [], after: null },
        ],
        problems: [{ ids: ['3'] }],
      },
    });
    expect(hubspot.seen[0]).toMatchObject({
      url: '/crm/associations/2026-03/deals/contacts/batch/read',
      body: { inputs: [{ id: '1', after: 'x' }, { id: '2' }] },
    });
  });

  test('When associations are removed, then each pair names its second record in a list', async () => {
    await using hubspot = await hubspotAnswering(json(200, { status: 'COMPLETE', results: [] }));
    expect(await hubspot.client.dissociate(direction, pairs.slice(0, 1))).toMatchObject({ outcome: 'ok' });
    expect(hubspot.seen[0]).toMatchObject({
      method: 'POST',
      url: '/crm/associations/2026-03/deals/contacts/batch/archive',
      body: { inputs: [{ from: { id: '1' }, to: [{ id: '11' }] }] },
    });
  });

  test('When types are listed, then the unlabelled one has no label', async () => {
    await using hubspot = await hubspotAnswering(
      json(200, {
        results: [
          { category: 'HUBSPOT_DEFINED', typeId: 3 },
          { category: 'USER_DEFINED', typeId: 40, label: 'Primary' },
        ],
      }),
    );
    expect(await hubspot.client.associationTypes(direction)).toEqual({
      outcome: 'ok',
      value: [
        { category: 'HUBSPOT_DEFINED', typeId: 3, label: null },
        { category: 'USER_DEFINED', typeId: 40, label: 'Primary' },
      ],
    });
    expect(hubspot.seen[0]?.url).toBe('/crm/associations/2026-03/deals/contacts/labels');
  });
});
