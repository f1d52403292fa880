import { propertyGroup, type PropertyDefinition } from '@ridgeline/contracts';
import { describe, expect, test } from '@jest/globals';
import { simulatedHubspot, type SimulatedHubspot } from './testing/simulated-hubspot.ts';

const definition = (name: string): PropertyDefinition => ({
  name,
  label: name,
  type: 'string',
  fieldType: 'text',
  groupName: propertyGroup.name,
  description: '',
  hasUniqueValue: false,
});

const create = async ({ client }: SimulatedHubspot, ...names: string[]) => {
  await client.createPropertyGroup('contacts', propertyGroup);
  return client.createProperties('contacts', names.map(definition));
};
const typeOf = async ({ client }: SimulatedHubspot, name: string) => {
  const list = await client.listProperties('contacts');
  return list.outcome === 'ok' ? list.value.find((property) => property.name === name)?.type : null;
};

describe('A simulated account is looked at', () => {
  for (const [timeZone, utcOffset, utcOffsetMilliseconds] of [
    ['US/Arizona', '-07:00', -25_200_000],
    ['Asia/Kolkata', '+05:30', 19_800_000],
    ['UTC', '+00:00', 0],
  ] as const)
    test(`When it is in ${timeZone}, then its offset is returned`, async () => {
      await using hubspot = await simulatedHubspot();
      hubspot.register({ timeZone, accountType: 'SANDBOX', portalId: 4711 });
      expect(await hubspot.client.accountDetails()).toMatchObject({
        outcome: 'ok',
        value: { portalId: '4711', accountType: 'SANDBOX', timeZone, utcOffset, utcOffsetMilliseconds },
      });
    });

  test('When the token is introspected, then it tells its portal and the scopes that it has', async () => {
    await using hubspot = await simulatedHubspot();
    hubspot.register({ portalId: 4711, scopes: ['oauth', 'crm.objects.contacts.read'] });
    expect(await hubspot.client.introspect()).toEqual({
      outcome: 'ok',
      value: { hubId: '4711', scopes: ['oauth', 'crm.objects.contacts.read'] },
    });
  });

  for (const [scopeNaming, scopes] of [
    ['granular', ['crm.schemas.deals.write']],
    ['required', ['crm.schemas.deals.write']],
    ['context', ['crm.schemas.deals.write']],
    ['none', []],
  ] as const)
    test(`When a scope is missing and named as ${scopeNaming}, then the refusal names what it can`, async () => {
      await using hubspot = await simulatedHubspot();
      hubspot.simulation.change({ hubspot: { behaviour: { scopeNaming } } });
      hubspot.register({ scopes: ['oauth', 'crm.objects.deals.read'] });
      const refused = { outcome: 'refused', status: 403, scopes };
      expect(await hubspot.client.createProperties('deals', [definition('one')])).toEqual(refused);
      expect(await hubspot.client.createPropertyGroup('deals', propertyGroup)).toEqual(refused);
      expect(await hubspot.client.updateOptions('deals', 'dealtype', [])).toEqual(refused);
      expect(await hubspot.client.dealPipelines()).toMatchObject({ outcome: 'ok' });
    });

  test('When pipeline and stage are deleted by hand, then they are not offered', async () => {
    await using hubspot = await simulatedHubspot();
    await hubspot.byHand('DELETE', '/pipelines/deals/10482113');
    await hubspot.byHand('DELETE', '/pipelines/deals/default/stages/contractsent');
    const pipelines = await hubspot.client.dealPipelines();
    expect(pipelines.outcome === 'ok' && pipelines.value.map(({ id }) => id)).toEqual(['default']);
    expect(JSON.stringify(pipelines)).not.toContain('contractsent');
  });
});

describe('Properties are created in a simulated portal', () => {
  test('When two users create them concurrently, then each name is created once and the other user gets a problem', async () => {
    await using hubspot = await simulatedHubspot();
    const both = await Promise.all([create(hubspot, 'one', 'two'), create(hubspot, 'one', 'two')]);
    const created = both.flatMap((each) => (each.outcome === 'ok' ? each.value.created : []));
    const problems = both.flatMap((each) => (each.outcome === 'ok' ? each.value.problems : []));
    expect(created.toSorted()).toEqual(['one', 'two']);
    expect(problems).toMatchObject([
      { category: 'OBJECT_ALREADY_EXISTS' },
      { category: 'OBJECT_ALREADY_EXISTS' },
    ]);
  });

  test('When a name was archived, then it comes back in the form that is wanted', async () => {
    await using hubspot = await simulatedHubspot();
    const number = {
      ...definition('one'),
      groupName: 'contactinformation',
      type: 'number',
      fieldType: 'number',
    };
    await hubspot.byHand('PUT', '/properties/contacts/one', number);
    expect(await typeOf(hubspot, 'one')).toBe('number');
    await hubspot.byHand('DELETE', '/properties/contacts/one');
    expect(await typeOf(hubspot, 'one')).toBeUndefined();
    expect(await create(hubspot, 'one')).toEqual({
      outcome: 'ok',
      value: { created: ['one'], problems: [] },
    });
    expect(await typeOf(hubspot, 'one')).toBe('string');
  });

  test('When the portal is at its limit, then the result lists what fitted and what did not', async () => {
    await using hubspot = await simulatedHubspot();
    await hubspot.byHand('PUT', '/limits/contacts', { custom: 1 });
    expect(await create(hubspot, 'one', 'two')).toMatchObject({
      outcome: 'ok',
      value: {
        created: ['one'],
        problems: [{ message: 'The limit of custom properties has been reached.' }],
      },
    });
  });

  test('When an option list would be too long, then nothing is changed', async () => {
    await using hubspot = await simulatedHubspot();
    const options = Array.from({ length: 5_001 }, (_, index) => ({
      label: `Option ${String(index)}`,
      value: `option-${String(index)}`,
    }));
    const before = await hubspot.client.readProperty('deals', 'dealtype');
    expect(await hubspot.client.updateOptions('deals', 'dealtype', options)).toMatchObject({
      outcome: 'rejected',
      problem: { status: 400, category: 'VALIDATION_ERROR' },
    });
    expect(await hubspot.client.readProperty('deals', 'dealtype')).toEqual(before);
  });
});

describe('A custom object of the portal', () => {
  test('When it is defined, then its type id is listed, and its properties and records go by it', async () => {
    await using hubspot = await simulatedHubspot();
    const { client, simulation } = hubspot;
    const typeId = simulation.portals[0]?.define('parcels').typeId ?? '';
    expect(await client.customObjects()).toEqual({ outcome: 'ok', value: new Map([['parcels', typeId]]) });

    await client.createPropertyGroup(typeId, propertyGroup);
    await client.createProperties(typeId, [{ ...definition('parcel_id'), hasUniqueValue: true }]);
    const parcel = { id: 'p1', properties: { parcel_id: 'p1', name: 'Roe' } };
    expect(await client.upsertBatch(typeId, 'parcel_id', [parcel])).toMatchObject({ outcome: 'ok' });
    const read = { ids: ['p1'], idProperty: 'parcel_id', properties: ['name'] };
    expect(await client.readBatch(typeId, read)).toMatchObject({
      outcome: 'ok',
      value: { results: [{ properties: { name: 'Roe' } }] },
    });
    expect(await client.readBatch('parcels', read)).toMatchObject({ outcome: 'rejected' });
  });

  test('When the token may not look at custom objects, then that is refused by its scope', async () => {
    await using hubspot = await simulatedHubspot();
    hubspot.register({ scopes: ['oauth', 'crm.objects.contacts.read'] });
    expect(await hubspot.client.customObjects()).toMatchObject({
      outcome: 'refused',
      status: 403,
      scopes: expect.arrayContaining(['crm.schemas.custom.read']),
    });
  });
});
