import { describe, expect, test } from '@jest/globals';
import type { Bench } from '../../testing/bench.ts';
import { JOB_ID, deals, openDealBench, portalCall, put } from '../../testing/deal-bench.ts';

const upsert = (bench: Bench, ...rows: [string, object][]) =>
  deals(bench, 'POST', '/batch/upsert', {
    inputs: rows.map(([id, properties]) => ({
      id,
      idProperty: JOB_ID,
      properties: { dealname: id, ...properties },
      objectWriteTraceId: id,
    })),
  });
const propertiesOf = async (bench: Bench, id: string): Promise<Record<string, string>> =>
  (
    (
      await deals(
        bench,
        'GET',
        `/${id}?properties=dealstage,pipeline,hs_is_closed,hs_is_closed_won,${JOB_ID}`,
      )
    ).body as { properties: Record<string, string> }
  ).properties;
const listed = async (bench: Bench) =>
  (await portalCall(bench, 'GET', '/deals')).body as { id: string; created: number; updated: number }[];

describe('Deals by the id of their job', () => {
  test('An upsert creates once and updates from then on; reads find the deal by either id', async () => {
    await using bench = await openDealBench();
    const first = await upsert(bench, ['job-1', { amount: '12.50', dealstage: 'contractsent' }]);
    expect(first.body).toMatchObject({ status: 'COMPLETE', results: [{ new: true }] });
    const again = await upsert(bench, ['job-1', { amount: 13 }]);
    const [deal] = (again.body as { results: { id: string }[] }).results;
    expect(again.body).toMatchObject({
      results: [{ new: false, properties: { amount: '13', [JOB_ID]: 'job-1' } }],
    });
    const body = { inputs: [{ id: 'job-1' }, { id: 'job-2' }], idProperty: JOB_ID, properties: ['amount'] };
    const read = await deals(bench, 'POST', '/batch/read', body);
    expect([read.status, read.body]).toMatchObject([
      207,
      {
        results: [{ id: deal?.id, properties: { amount: '13' } }],
        errors: [{ context: { ids: ['job-2'] } }],
      },
    ]);
    expect((await deals(bench, 'GET', `/job-1?idProperty=${JOB_ID}`)).body).toMatchObject({
      id: deal?.id,
      url: expect.stringContaining('/record/0-3/'),
    });
    expect(await listed(bench)).toMatchObject([{ id: deal?.id, created: 1, updated: 1 }]);
  });

  test('A name is no key: the whole batch is refused', async () => {
    await using bench = await openDealBench();
    const inputs = [{ id: 'Roof', idProperty: 'dealname', properties: { amount: '1' } }];
    const refused = await deals(bench, 'POST', '/batch/upsert', { inputs });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('Unable to perform upsert by non-unique 0-3 property dealname'),
    ]);
  });

  test('A bad record comes back by its trace id, the good ones are written', async () => {
    await using bench = await openDealBench();
    const mixed = await upsert(
      bench,
      ['a', {}],
      ['b', { amount: '1,200' }],
      ['c', { dealstage: 'Closed Won' }],
    );
    expect([mixed.status, mixed.body]).toMatchObject([207, { numErrors: 2, results: [{}] }]);
    const { errors } = mixed.body as { errors: { context: object; message: string }[] };
    expect(errors.map(({ context }) => context)).toEqual([
      { objectWriteTraceId: ['b'] },
      { objectWriteTraceId: ['c'] },
    ]);
    expect(errors[1]?.message).toContain('INVALID_OPTION');
    expect(await listed(bench)).toHaveLength(1);
  });

  test('Without the scope of deals each call names what is missing', async () => {
    await using bench = await openDealBench({}, { scopes: ['oauth', 'crm.objects.contacts.write'] });
    const refused = await upsert(bench, ['a', {}]);
    expect([refused.status, refused.body]).toMatchObject([
      403,
      {
        category: 'MISSING_SCOPES',
        errors: [{ context: { requiredGranularScopes: ['crm.objects.deals.write'] } }],
      },
    ]);
    const read = await deals(bench, 'POST', '/batch/read', { inputs: [{ id: '1' }] });
    expect(read.text).toContain('crm.objects.deals.read');
    const pair = '/crm/associations/2026-03/deals/contacts/batch/associate/default';
    expect((await bench.hubspot('POST', pair, { inputs: [] })).status).toBe(403);
    expect((await bench.hubspot('GET', '/crm/pipelines/2026-03/deals')).status).toBe(403);
  });

  test('A date that is not midnight UTC is refused, whatever the zone of the portal, which the account tells', async () => {
    await using bench = await openDealBench({}, { timeZone: 'US/Hawaii' });
    await bench.hubspot('POST', '/crm/properties/2026-03/deals', {
      name: 'milestone_day',
      label: 'Milestone day',
      type: 'date',
      fieldType: 'date',
      groupName: 'dealinformation',
    });
    expect((await bench.hubspot('GET', '/account-info/2026-03/details')).body).toMatchObject({
      timeZone: 'US/Hawaii',
      utcOffset: '-10:00',
      utcOffsetMilliseconds: -36_000_000,
    });
    const refused = await upsert(bench, ['a', { milestone_day: '2026-02-18T10:00:00Z' }]);
    expect(refused.text).toContain('is at 10:00:00.000 UTC, not midnight!');
    const taken = await upsert(bench, ['b', { milestone_day: Date.UTC(2026, 1, 18) }]);
    expect(taken.body).toMatchObject({ results: [{ properties: { milestone_day: '2026-02-18' } }] });
  });
});

describe('Dates that are not as HubSpot wants them', () => {
  const dates = async (bench: Bench, version: string, properties: object) => {
    const { status, body } = await bench.hubspot('POST', `/crm/objects/${version}/deals`, {
      properties: { dealname: 'a', ...properties },
    });
    return { ...(body as { id: string; properties?: Record<string, string>; warnings?: unknown }), status };
  };
  const withDay = async () => {
    const bench = await openDealBench();
    await bench.hubspot('POST', '/crm/properties/2026-03/deals', {
      name: 'milestone_day',
      label: 'Milestone day',
      type: 'date',
      fieldType: 'date',
      groupName: 'dealinformation',
    });
    return bench;
  };
  const warning = (propertyName: string, rawValue: string, normalizedValue: string) => ({
    category: 'PROPERTY_VALUE_NORMALIZED',
    message: expect.any(String),
    context: { propertyName: [propertyName], rawValue: [rawValue], normalizedValue: [normalizedValue] },
  });

  test('Version 2026-09 makes a day of a time and milliseconds of seconds, and warns; earlier ones refuse', async () => {
    await using bench = await withDay();
    const seconds = String(Date.UTC(2026, 1, 18, 10) / 1000);
    const sent = { milestone_day: '2026-02-18T10:00:00Z', closedate: seconds };
    expect((await dates(bench, '2026-03', sent)).status).toBe(400);
    const { id, ...made } = await dates(bench, '2026-09', sent);
    const closed = '2026-02-18T10:00:00.000Z';
    expect(made).toMatchObject({
      status: 201,
      properties: { milestone_day: '2026-02-18', closedate: closed },
      warnings: [
        warning('milestone_day', '2026-02-18T10:00:00Z', '2026-02-18'),
        warning('closedate', seconds, closed),
      ],
    });
    const path = `/crm/objects/2026-09/deals/${id}`;
    const day = await bench.hubspot('PATCH', path, { properties: { milestone_day: seconds } });
    expect(day.body).toMatchObject({ warnings: [warning('milestone_day', seconds, '2026-02-18')] });
    const plain = await bench.hubspot('PATCH', path, { properties: { milestone_day: '2026-02-19' } });
    expect(plain.body).not.toHaveProperty('warnings');
    expect((await dates(bench, '2026-09', { milestone_day: 'soon' })).status).toBe(400);
  });

  test('Batches of version 2026-09 take them without a word: their answers have no warnings', async () => {
    await using bench = await withDay();
    const { status, body } = await bench.hubspot('POST', '/crm/objects/2026-09/deals/batch/create', {
      inputs: [{ properties: { dealname: 'a', milestone_day: '2026-02-18T10:00:00Z' } }],
    });
    expect([status, body]).toMatchObject([
      201,
      { results: [{ properties: { milestone_day: '2026-02-18' } }] },
    ]);
    expect(JSON.stringify(body)).not.toContain('warnings');
  });
});

describe('Stages of deals', () => {
  test('A deal that a person moved is shown where it stands, and the move is no write of the API', async () => {
    await using bench = await openDealBench();
    await upsert(bench, ['job-1', { dealstage: 'contractsent', pipeline: 'default' }]);
    const [{ id } = { id: '' }] = await listed(bench);
    await portalCall(bench, 'PATCH', `/deals/${id}`, {
      properties: { pipeline: '10482113', dealstage: '20511804' },
    });
    expect(await propertiesOf(bench, id)).toMatchObject({
      dealstage: '20511804',
      pipeline: '10482113',
      hs_is_closed: 'true',
      hs_is_closed_won: 'true',
    });
    expect(await listed(bench)).toMatchObject([{ created: 1, updated: 0 }]);
    const { body } = await portalCall(bench, 'GET', `/deals/${id}/history`);
    expect(body).toMatchObject([{ action: 'created' }, { request: 0, changed: ['pipeline', 'dealstage'] }]);
  });

  test('A stage of another pipeline and a deleted one are refused; a deal in it can still be changed', async () => {
    await using bench = await openDealBench();
    const [id = ''] = await put(bench, 'deals', { dealname: 'a', dealstage: 'closedlost' });
    const update = (properties: object) => deals(bench, 'PATCH', `/${id}`, { properties });
    expect((await update({ pipeline: '10482113' })).text).toContain('closedlost was not one of the allowed');
    await portalCall(bench, 'DELETE', '/pipelines/deals/default/stages/closedlost');
    expect((await update({ amount: '1' })).status).toBe(200);
    expect((await update({ dealstage: 'closedlost' })).status).toBe(400);
    await portalCall(bench, 'DELETE', '/pipelines/deals/10482113');
    const refused = await update({ pipeline: '10482113', dealstage: '20511801' });
    expect(refused.text).toContain('10482113 was not one of the allowed options: [default]');
  });

  test('Without a pipeline a deal is in the default one; without a stage, by switch, refused', async () => {
    await using bench = await openDealBench();
    await upsert(bench, ['job-1', {}]);
    const [{ id } = { id: '' }] = await listed(bench);
    expect(await propertiesOf(bench, id)).toMatchObject({ pipeline: 'default', dealstage: null });
    await bench.control('PUT', '/settings', { hubspot: { behaviour: { dealWithoutStage: 'refused' } } });
    const refused = await upsert(bench, ['job-2', {}]);
    expect(refused.text).toContain('MISSING_REQUIRED_PROPERTY');
  });

  test('What the admins require counts from version 2026-09 on', async () => {
    await using bench = await openDealBench();
    await portalCall(bench, 'PUT', '/requirements/deals', [
      { property: 'amount' },
      { property: 'closedate', stage: 'closedwon' },
    ]);
    const create = (version: string, properties: object) =>
      bench.hubspot('POST', `/crm/objects/${version}/deals`, {
        properties: { dealname: 'a', ...properties },
      });
    expect((await create('2026-03', { dealstage: 'closedwon' })).status).toBe(201);
    const bare = await create('2026-09', {});
    expect([bare.status, bare.body]).toMatchObject([
      400,
      { errors: [{ code: 'MISSING_REQUIRED_PROPERTY', context: { propertyName: ['amount'] } }] },
    ]);
    expect((await create('2026-09', { amount: '1', dealstage: 'closedwon' })).body).toMatchObject({
      errors: [{ code: 'MISSING_CONDITIONAL_REQUIRED_PROPERTY', context: { propertyName: ['closedate'] } }],
    });
    expect((await create('2026-09', { amount: '1', dealstage: 'contractsent' })).status).toBe(201);
  });
});

describe('Deals that people archived or merged', () => {
  test('An archived deal is not found any more, and an upsert of its job creates another one', async () => {
    await using bench = await openDealBench();
    await upsert(bench, ['job-1', {}]);
    const [{ id } = { id: '' }] = await listed(bench);
    await portalCall(bench, 'DELETE', `/deals/${id}`);
    expect((await deals(bench, 'GET', `/${id}`)).status).toBe(404);
    const updated = await deals(bench, 'POST', '/batch/update', {
      inputs: [{ id, properties: { amount: '1' } }],
    });
    expect([updated.status, updated.body]).toMatchObject([207, { errors: [{ context: { ids: [id] } }] }]);
    expect((await upsert(bench, ['job-1', {}])).body).toMatchObject({ results: [{ new: true }] });
    expect((await portalCall(bench, 'GET', '/deals?archived=true')).body).toMatchObject([
      { id, archived: true },
    ]);
  });

  test('The id of a merged deal answers with the other one on a single read, in batches by switch only', async () => {
    await using bench = await openDealBench();
    await upsert(bench, ['job-1', {}], ['job-2', { amount: '7' }]);
    const [one = '', two = ''] = (await listed(bench)).map(({ id }) => id);
    await portalCall(bench, 'POST', `/deals/${two}/merge`, { into: one });
    expect((await deals(bench, 'GET', `/${two}`)).body).toMatchObject({
      id: one,
      properties: { amount: '7' },
    });
    const batch = () => deals(bench, 'POST', '/batch/read', { inputs: [{ id: two }] });
    expect((await batch()).status).toBe(207);
    await bench.control('PUT', '/settings', { hubspot: { behaviour: { mergedIds: 'resolved' } } });
    expect((await batch()).body).toMatchObject({ results: [{ id: one }] });
    expect((await upsert(bench, ['job-2', {}])).body).toMatchObject({ results: [{ new: true }] });
    expect((await portalCall(bench, 'POST', `/deals/${one}/merge`, { into: one })).status).toBe(409);
  });

  test('A merge may leave a new record, to which the ids of both lead and which says whose place it took', async () => {
    await using bench = await openDealBench({ mergeMakes: 'record' });
    await upsert(bench, ['job-1', { dealname: 'Primary' }], ['job-2', { amount: '7' }]);
    const [one = '', two = ''] = (await listed(bench)).map(({ id }) => id);
    const { body } = await portalCall(bench, 'POST', `/deals/${two}/merge`, { into: one });
    const { id } = body as { id: string };
    expect([one, two]).not.toContain(id);
    const shown = { id, properties: { dealname: 'Primary', amount: '7', acculynx_job_id: 'job-1' } };
    const asked = '?properties=dealname,amount,acculynx_job_id,hs_merged_object_ids';
    for (const old of [one, two, id])
      expect((await deals(bench, 'GET', `/${old}${asked}`)).body).toMatchObject(shown);
    const { properties } = (await deals(bench, 'GET', `/${id}${asked}`)).body as { properties: object };
    expect(properties).toMatchObject({ hs_merged_object_ids: `${two};${one}` });
    const byJob = (job: string) =>
      deals(bench, 'POST', '/batch/read', { idProperty: 'acculynx_job_id', inputs: [{ id: job }] });
    expect((await byJob('job-1')).body).toMatchObject({ results: [{ id }] });
    expect((await byJob('job-2')).status).toBe(207);
    expect((await listed(bench)).map((deal) => deal.id)).toEqual([id]);
  });
});
