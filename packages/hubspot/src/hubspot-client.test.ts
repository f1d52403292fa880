import { dealProperties, contactProperties } from '@ridgeline/contracts';
import type { RequestListener } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { rateLimitFacts } from './hubspot-outcome.ts';
import { hubspotAnswering, json, token } from './testing/hubspot-answering.ts';

describe('Records are written to HubSpot in batches', () => {
  test('When contacts are upserted, then each input carries its trace id, and results and problems come apart', async () => {
    await using hubspot = await hubspotAnswering(
      json(207, {
        status: 'COMPLETE',
        results: [
          { id: 9001, new: true, properties: { acculynx_contact_id: 'c-17', email: null, score: 3 } },
        ],
        numErrors: 1,
        errors: [
          {
            category: 'VALIDATION_ERROR',
            message: 'Property values were not valid: [{"error":"INVALID_EMAIL","name":"email"}]',
            context: { objectWriteTraceId: ['c-18'] },
          },
        ],
      }),
    );

    const outcome = await hubspot.client.upsertBatch('contacts', 'acculynx_contact_id', [
      { id: 'c-17', properties: { lastname: 'Okafor' } },
      { id: 'c-18', properties: { email: 'bob@x' } },
    ]);

    expect(hubspot.seen[0]).toMatchObject({
      url: '/crm/objects/2026-03/contacts/batch/upsert',
      headers: { authorization: `Bearer ${token}` },
      body: {
        inputs: [
          {
            id: 'c-17',
            idProperty: 'acculynx_contact_id',
            objectWriteTraceId: 'c-17',
            properties: { lastname: 'Okafor' },
          },
          { id: 'c-18', objectWriteTraceId: 'c-18' },
        ],
      },
    });
    expect(outcome).toMatchObject({
      outcome: 'ok',
      value: {
        results: [{ id: '9001', properties: { acculynx_contact_id: 'c-17', email: null, score: '3' } }],
        problems: [{ traceIds: ['c-18'], properties: [{ name: 'email', code: 'INVALID_EMAIL' }] }],
      },
    });
  });

  test('When deals are written and read, then all is the same but the name of the object', async () => {
    await using hubspot = await hubspotAnswering(
      json(200, {
        results: [{ id: '7', properties: { acculynx_job_id: 'j-1', amount: '12.5', pipeline: null } }],
      }),
    );
    const results = [{ id: '7', properties: { acculynx_job_id: 'j-1', amount: '12.5', pipeline: null } }];
    const properties = { dealname: 'Roof' };
    for (const outcome of [
      await hubspot.client.upsertBatch('deals', 'acculynx_job_id', [{ id: 'j-1', properties }]),
      await hubspot.client.updateBatch('deals', [{ id: '7', traceId: 'j-1', properties }]),
      await hubspot.client.readBatch('deals', {
        ids: ['j-1'],
        idProperty: 'acculynx_job_id',
        properties: ['amount'],
      }),
    ])
      expect(outcome).toEqual({ outcome: 'ok', value: { results, problems: [] } });
    expect(hubspot.seen.map(({ url }) => url)).toEqual(
      ['upsert', 'update', 'read'].map((kind) => `/crm/objects/2026-03/deals/batch/${kind}`),
    );
    expect(hubspot.seen.map(({ body }) => body)).toMatchObject([
      { inputs: [{ id: 'j-1', idProperty: 'acculynx_job_id', objectWriteTraceId: 'j-1', properties }] },
      { inputs: [{ id: '7', objectWriteTraceId: 'j-1', properties }] },
      { inputs: [{ id: 'j-1' }], idProperty: 'acculynx_job_id' },
    ]);
  });

  test('When a whole batch conflicts, then it is rejected with the existing record', async () => {
    await using hubspot = await hubspotAnswering(
      json(409, { category: 'CONFLICT', message: 'Contact already exists. Existing ID: 5' }),
    );
    expect(
      await hubspot.client.updateBatch('contacts', [{ id: '1', traceId: 'c-1', properties: {} }]),
    ).toMatchObject({
      outcome: 'rejected',
      problem: { status: 409, category: 'CONFLICT', existingId: '5' },
    });
  });

  test('When records are read by another property, then the request says so, and unknown ids are problems', async () => {
    await using hubspot = await hubspotAnswering(
      json(207, { results: [], errors: [{ category: 'OBJECT_NOT_FOUND', context: { ids: ['a@b.com'] } }] }),
    );
    const outcome = await hubspot.client.readBatch('contacts', {
      ids: ['a@b.com'],
      idProperty: 'email',
      properties: ['email'],
    });
    expect(hubspot.seen[0]?.body).toEqual({
      inputs: [{ id: 'a@b.com' }],
      idProperty: 'email',
      properties: ['email'],
      propertiesWithHistory: [],
    });
    expect(outcome).toMatchObject({
      outcome: 'ok',
      value: { results: [], problems: [{ ids: ['a@b.com'] }] },
    });
  });
});

describe('A fault of HubSpot is an outcome', () => {
  const answers: [string, RequestListener, object][] = [
    ['the token is wrong', json(401, {}), { outcome: 'refused', status: 401, scopes: [] }],
    [
      'a scope is missing',
      json(403, { errors: [{ context: { requiredGranularScopes: ['oauth'] } }] }),
      { outcome: 'refused', status: 403, scopes: ['oauth'] },
    ],
    [
      'the window is full',
      json(429, { policyName: 'TEN_SECONDLY_ROLLING' }),
      { outcome: 'limited', policy: 'TEN_SECONDLY_ROLLING', retryAfterMs: 10_000 },
    ],
    [
      'the day is used up',
      json(429, { policyName: 'DAILY' }),
      { outcome: 'limited', policy: 'DAILY', retryAfterMs: 900_000 },
    ],
    [
      'a 429 says when',
      json(429, {}, { 'retry-after': '3' }),
      { outcome: 'limited', policy: null, retryAfterMs: 3_000 },
    ],
    [
      'the account is locked',
      json(423, {}),
      { outcome: 'unavailable', reason: 'locked', status: 423, retryAfterMs: 2_000 },
    ],
    [
      'the portal moves',
      json(477, {}, { 'retry-after': '60' }),
      { outcome: 'unavailable', reason: 'moving', status: 477, retryAfterMs: 60_000 },
    ],
    [
      'it answers 502 with HTML and no content type',
      (_req, res) => res.writeHead(502).end('<html>'),
      { outcome: 'unavailable', reason: 'server', status: 502, retryAfterMs: null },
    ],
    [
      'the address is unknown to it',
      (_req, res) => res.writeHead(404, { 'content-type': 'text/html' }).end('<html>'),
      { outcome: 'rejected', problem: { status: 404, category: null } },
    ],
    [
      'a good answer is not JSON',
      (_req, res) => res.writeHead(200).end('<html>'),
      { outcome: 'unavailable', reason: 'malformed', status: 200 },
    ],
  ];
  for (const [what, answer, outcome] of answers)
    test(`When ${what}`, async () => {
      await using hubspot = await hubspotAnswering(answer);
      expect(await hubspot.client.accountDetails()).toMatchObject(outcome);
    });
});

describe('A portal is looked at', () => {
  test('When details and token facts are read, then ids are texts', async () => {
    await using details = await hubspotAnswering(
      json(200, {
        portalId: 4711,
        accountType: 'STANDARD',
        timeZone: 'US/Eastern',
        uiDomain: 'app.hubspot.com',
      }),
    );
    expect(await details.client.accountDetails()).toMatchObject({
      outcome: 'ok',
      value: {
        portalId: '4711',
        accountType: 'STANDARD',
        timeZone: 'US/Eastern',
        utcOffset: null,
        utcOffsetMilliseconds: null,
      },
    });
    await using facts = await hubspotAnswering(
      json(200, { userId: 1, hubId: 4711, appId: 2, scopes: ['oauth'] }),
    );
    expect(await facts.client.introspect()).toEqual({
      outcome: 'ok',
      value: { hubId: '4711', scopes: ['oauth'] },
    });
    expect(facts.seen[0]?.body).toEqual({ tokenKey: token });
  });

  test('When properties are created and one exists already, then both are returned', async () => {
    await using hubspot = await hubspotAnswering(
      json(207, {
        results: [{ name: 'acculynx_job_id' }],
        errors: [{ category: 'OBJECT_ALREADY_EXISTS', context: { name: ['email'] } }],
      }),
    );
    expect(await hubspot.client.createProperties('deals', dealProperties)).toMatchObject({
      outcome: 'ok',
      value: { created: ['acculynx_job_id'], problems: [{ category: 'OBJECT_ALREADY_EXISTS' }] },
    });
    expect(hubspot.seen[0]).toMatchObject({
      url: '/crm/properties/2026-03/deals/batch/create',
      body: {
        inputs: expect.arrayContaining([
          expect.objectContaining({
            name: 'acculynx_job_id',
            hasUniqueValue: true,
            groupName: 'ridgeline',
          }),
        ]),
      },
    });
  });

  test('When one record is read, then it is asked for by its id with what is wanted of it', async () => {
    await using hubspot = await hubspotAnswering(json(200, { id: 12, properties: { a: 'x' } }));
    expect(await hubspot.client.readRecord('deals', { id: '11', properties: ['a', 'b'] })).toEqual({
      outcome: 'ok',
      value: { id: '12', properties: { a: 'x' } },
    });
    expect(hubspot.seen[0]?.url).toBe('/crm/objects/2026-03/deals/11?properties=a%2Cb');
  });

  test('When records are archived, then an answer without a body is good', async () => {
    await using hubspot = await hubspotAnswering((_req, res) => res.writeHead(204).end());
    expect(await hubspot.client.archiveBatch('deals', ['1', '2'])).toEqual({ outcome: 'ok', value: null });
    expect(hubspot.seen[0]).toMatchObject({
      method: 'POST',
      url: '/crm/objects/2026-03/deals/batch/archive',
      body: { inputs: [{ id: '1' }, { id: '2' }] },
    });
  });

  test('When properties are listed with their options, then each carries what it is changed by', async () => {
    const options = [{ label: 'Yes', value: 'y' }];
    const property = { name: 'roof', type: 'enumeration', options };
    await using hubspot = await hubspotAnswering(json(200, { results: [property] }));
    expect(await hubspot.client.listPropertyDetails('deals')).toMatchObject({
      outcome: 'ok',
      value: [{ name: 'roof', options, calculated: false }],
    });
  });

  test('When the group exists already, then that is fine', async () => {
    await using hubspot = await hubspotAnswering(json(409, { category: 'OBJECT_ALREADY_EXISTS' }));
    expect(
      await hubspot.client.createPropertyGroup('contacts', { name: 'ridgeline', label: 'R' }),
    ).toMatchObject({
      outcome: 'ok',
    });
  });

  test('When an answer carries the limits, then they are read', () => {
    const headers = new Headers({ 'X-HubSpot-RateLimit-Max': '190', 'X-HubSpot-RateLimit-Remaining': 'x' });
    expect(rateLimitFacts(headers)).toEqual({
      max: 190,
      intervalMs: null,
      remaining: null,
      daily: null,
      dailyRemaining: null,
    });
  });

  test('When properties are listed, then exactly one of the contacts is unique', () => {
    expect(contactProperties.filter(({ hasUniqueValue }) => hasUniqueValue).map(({ name }) => name)).toEqual([
      'acculynx_contact_id',
    ]);
  });

  test("When deals are made ready, then only the job's id is unique, and no property stands twice", () => {
    const unique = dealProperties.filter(({ hasUniqueValue }) => hasUniqueValue);
    expect(unique.map(({ name }) => name)).toEqual(['acculynx_job_id']);
    expect(new Set(dealProperties.map(({ name }) => name)).size).toBe(dealProperties.length);
  });
});
