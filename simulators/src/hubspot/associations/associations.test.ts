import { describe, expect, test } from '@jest/globals';
import type { Bench } from '../../testing/bench.ts';
import { openDealBench, portalCall, put } from '../../testing/deal-bench.ts';

const PAIR = '/crm/associations/2026-03/deals/contacts';
const call = (bench: Bench, path: string, inputs: readonly object[], base = PAIR) =>
  bench.hubspot('POST', `${base}/batch/${path}`, { inputs });
const pair = (from: string, to: string, ...types: object[]) => ({
  from: { id: from },
  to: { id: to },
  ...(types.length === 0 ? {} : { types }),
});
const own = { associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 3 };
const unlabelled = { category: 'HUBSPOT_DEFINED', typeId: 3, label: null };

async function dealWithContacts(bench: Bench, count: number): Promise<[string, string[]]> {
  const [deal = ''] = await put(bench, 'deals', { dealname: 'Roof' });
  const names = Array.from({ length: count }, (_, index) => ({ firstname: `c${index}` }));
  return [deal, await put(bench, 'contacts', ...names)];
}

/** Defines a label from deals to contacts and answers its type. */
async function label(bench: Bench, name: string): Promise<object> {
  const { body } = await bench.hubspot('POST', `${PAIR}/labels`, {
    name,
    label: name,
    inverseLabel: `${name} of`,
  });
  const [made] = (body as { results: { typeId: number }[] }).results;
  return { associationCategory: 'USER_DEFINED', associationTypeId: made?.typeId };
}

describe('Activities', () => {
  test('When a person adds a note to a deal, then it is read as associated with it, until the deal is archived', async () => {
    await using bench = await openDealBench();
    const [deal] = await dealWithContacts(bench, 1);
    const [note = ''] = await put(bench, 'notes', { hs_note_body: 'Call them' });
    await portalCall(bench, 'POST', '/associations/notes/deals', { inputs: [{ from: note, to: deal }] });
    const notes = async () =>
      (await call(bench, 'read', [{ id: deal }], '/crm/associations/2026-03/deals/notes')).body;
    expect(await notes()).toMatchObject({
      results: [{ to: [{ toObjectId: Number(note), associationTypes: [{ typeId: 213 }] }] }],
    });
    const archive = await bench.hubspot('POST', '/crm/objects/2026-03/deals/batch/archive', {
      inputs: [{ id: deal }],
    });
    expect(archive.status).toBe(204);
    expect(await notes()).toMatchObject({ results: [] });
  });
});

describe('Association batches', () => {
  test('One call takes two thousand pairs, and not one more; one read takes a thousand', async () => {
    await using bench = await openDealBench();
    const [deal, contacts] = await dealWithContacts(bench, 2_001);
    const inputs = contacts.map((contact) => pair(deal, contact));
    const refused = await call(bench, 'associate/default', inputs);
    expect([refused.status, refused.body]).toMatchObject([400, { category: 'VALIDATION_ERROR' }]);
    const made = await call(bench, 'associate/default', inputs.slice(1));
    expect([made.status, (made.body as { results: object[] }).results.length]).toEqual([200, 2_000]);
    const ids = contacts.map((id) => ({ id }));
    const inverse = '/crm/associations/2026-03/contacts/deals';
    expect((await call(bench, 'read', ids.slice(0, 1_001), inverse)).status).toBe(400);
    const read = await call(bench, 'read', ids.slice(0, 1_000), inverse);
    expect((read.body as { results: object[] }).results).toHaveLength(999);
  });

  test('The answer names both ends and the type; repeating it changes nothing', async () => {
    await using bench = await openDealBench();
    const [deal, [contact = '']] = await dealWithContacts(bench, 1);
    for (let time = 0; time < 2; time += 1) {
      const { body } = await call(bench, 'associate/default', [pair(deal, contact)]);
      expect(body).toMatchObject({
        status: 'COMPLETE',
        results: [{ from: { id: deal }, to: { id: contact }, associationSpec: own }],
      });
    }
    expect((await portalCall(bench, 'GET', '/associations/deals/contacts')).body).toEqual([
      { fromId: deal, toId: contact, labels: [] },
    ]);
    expect((await portalCall(bench, 'GET', '/associations/contacts/deals')).body).toEqual([
      { fromId: contact, toId: deal, labels: [] },
    ]);
  });

  test.each([
    ['2026-03', 'create', 207],
    ['2026-09', 'create', 200],
    ['2026-03', 'associate/default', 200],
  ])(
    'In version %s a %s with an unknown end answers its error beside the others: %i',
    async (version, path, status) => {
      await using bench = await openDealBench();
      const [deal, [contact = '']] = await dealWithContacts(bench, 1);
      const inputs = [pair(deal, contact, own), pair(deal, '77', own)];
      const mixed = await call(bench, path, inputs, `/crm/associations/${version}/deals/contacts`);
      expect([mixed.status, mixed.body]).toMatchObject([
        status,
        {
          numErrors: 1,
          results: [{}],
          errors: [{ subCategory: 'crm.associations.INVALID_IDENTIFIER', context: { id: ['77'] } }],
        },
      ]);
    },
  );

  test('A type of the other direction refuses the call and names the objects', async () => {
    await using bench = await openDealBench();
    const [deal, [contact = '']] = await dealWithContacts(bench, 1);
    const refused = await call(bench, 'create', [pair(deal, contact, { ...own, associationTypeId: 4 })]);
    expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(/0-3 to 0-1/)]);
    const stranger = { associationCategory: 'USER_DEFINED', associationTypeId: 3 };
    expect((await call(bench, 'create', [pair(deal, contact, stranger)])).status).toBe(400);
  });

  test('Labels show in both directions, add up, and can be taken off', async () => {
    await using bench = await openDealBench();
    const [payer, tenant] = [await label(bench, 'Payer'), await label(bench, 'Tenant')];
    const [deal, [contact = '']] = await dealWithContacts(bench, 1);
    const made = await call(bench, 'create', [pair(deal, contact, own, payer)]);
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        results: [
          { fromObjectTypeId: '0-3', fromObjectId: Number(deal), toObjectTypeId: '0-1', labels: ['Payer'] },
        ],
      },
    ]);
    await call(bench, 'create', [pair(deal, contact, tenant)]);
    await call(bench, 'associate/default', [pair(deal, contact)]);
    const read = await call(bench, 'read', [{ id: deal }]);
    expect(read.body).toMatchObject({
      results: [
        {
          from: { id: deal },
          to: [
            {
              toObjectId: Number(contact),
              associationTypes: [
                unlabelled,
                { category: 'USER_DEFINED', label: 'Payer' },
                { label: 'Tenant' },
              ],
            },
          ],
        },
      ],
    });
    const labels = async () =>
      ((await portalCall(bench, 'GET', '/associations/contacts/deals')).body as { labels: string[] }[])[0]
        ?.labels;
    expect(await labels()).toEqual(['Payer of', 'Tenant of']);
    expect((await call(bench, 'labels/archive', [pair(deal, contact, payer)])).status).toBe(200);
    expect(await labels()).toEqual(['Tenant of']);
  });

  test('Of many associations each answer holds five hundred, with the cursor of the rest', async () => {
    await using bench = await openDealBench();
    const [deal, contacts] = await dealWithContacts(bench, 700);
    await call(
      bench,
      'associate/default',
      contacts.map((contact) => pair(deal, contact)),
    );
    const read = async (input: object) =>
      (
        (await call(bench, 'read', [input])).body as {
          results: { to: { toObjectId: number }[]; paging?: { next: { after: string } } }[];
        }
      ).results[0];
    const first = await read({ id: deal });
    const second = await read({ id: deal, after: first?.paging?.next.after });
    expect([first?.to.length, second?.to.length, second?.paging]).toEqual([500, 200, undefined]);
    const found = [...(first?.to ?? []), ...(second?.to ?? [])].map(({ toObjectId }) => String(toObjectId));
    expect(found).toEqual(contacts);
  });

  test('Where admins set a limit, a record takes no more than that', async () => {
    await using bench = await openDealBench({ associationsPerRecord: 2 });
    const [deal, contacts] = await dealWithContacts(bench, 3);
    const made = await call(
      bench,
      'associate/default',
      contacts.map((contact) => pair(deal, contact)),
    );
    expect(made.body).toMatchObject({ numErrors: 1, errors: [{ category: 'VALIDATION_ERROR' }] });
    expect((await portalCall(bench, 'GET', '/associations/deals/contacts')).body).toHaveLength(2);
  });

  test('A fault refuses the pairs of particular records, with their id or as text only', async () => {
    await using bench = await openDealBench();
    const [deal = ''] = await put(bench, 'deals', { dealname: 'Roof' });
    const contacts = await put(bench, 'contacts', { firstname: 'a' }, { firstname: 'b' });
    const inputs = contacts.map((contact) => pair(deal, contact, own));
    const effect = { kind: 'refuse-associations', sourceIds: ['b'] };
    const fault = { vendor: 'hubspot', path: '/crm/associations/**', times: 1 };
    await bench.control('POST', '/faults', { ...fault, effect });
    const text = await call(bench, 'create', inputs);
    expect([text.status, text.body]).toMatchObject([
      207,
      { results: [{}], errors: [{ category: 'VALIDATION_ERROR', message: expect.any(String) }] },
    ]);
    expect(text.text).not.toContain('context');
    await bench.control('POST', '/faults', { ...fault, effect: { ...effect, form: 'identifier' } });
    expect((await call(bench, 'associate/default', inputs)).body).toMatchObject({
      errors: [{ subCategory: 'crm.associations.INVALID_IDENTIFIER' }],
    });
    expect((await call(bench, 'associate/default', inputs)).body).not.toHaveProperty('errors');
  });

  test('Archiving answers 204 in v4 and a batch body in the date versions', async () => {
    await using bench = await openDealBench();
    const [deal, [one = '', other = '']] = await dealWithContacts(bench, 2);
    await call(bench, 'associate/default', [pair(deal, one), pair(deal, other)]);
    const inputs = (id: string) => [{ from: { id: deal }, to: [{ id }] }];
    expect((await call(bench, 'archive', inputs(one), '/crm/v4/associations/deals/contacts')).status).toBe(
      204,
    );
    const dated = await call(bench, 'archive', inputs(other));
    expect([dated.status, dated.body]).toMatchObject([200, { status: 'COMPLETE', results: [] }]);
    expect((await portalCall(bench, 'GET', '/associations/deals/contacts')).body).toEqual([]);
  });
});

describe('Single associations', () => {
  test('A labelled pair is put, listed and deleted', async () => {
    await using bench = await openDealBench();
    const payer = await label(bench, 'Payer');
    const [deal, contacts] = await dealWithContacts(bench, 3);
    const path = `/crm/objects/2026-03/deals/${deal}/associations`;
    for (const contact of contacts) {
      const made = await bench.hubspot('PUT', `${path}/contacts/${contact}`, [payer]);
      expect([made.status, made.body]).toMatchObject([
        201,
        { toObjectId: Number(contact), labels: ['Payer'] },
      ]);
    }
    const page = await bench.hubspot('GET', `${path}/contacts?limit=2`);
    expect(page.body).toMatchObject({
      results: [{ toObjectId: Number(contacts[0]), associationTypes: [unlabelled, { label: 'Payer' }] }, {}],
      paging: { next: { after: '2' } },
    });
    expect((await bench.hubspot('DELETE', `${path}/contacts/${contacts[0] ?? ''}`)).status).toBe(204);
    const left = await bench.hubspot('GET', `${path}/contacts`);
    expect((left.body as { results: object[] }).results).toHaveLength(2);
    expect((await bench.hubspot('PUT', `${path}/contacts/77`, [payer])).status).toBe(404);
    expect((await bench.hubspot('PUT', `${path}/default/contacts/77`)).status).toBe(404);
  });

  test('What is archived is associated with nothing, what is merged hands its associations on', async () => {
    await using bench = await openDealBench();
    const [deal, [one = '', two = '', three = '']] = await dealWithContacts(bench, 3);
    await call(bench, 'associate/default', [pair(deal, one), pair(deal, two)]);
    await portalCall(bench, 'DELETE', `/contacts/${one}`);
    await portalCall(bench, 'POST', `/contacts/${two}/merge`, { into: three });
    expect((await portalCall(bench, 'GET', '/associations/deals/contacts')).body).toEqual([
      { fromId: deal, toId: three, labels: [] },
    ]);
    const again = await call(bench, 'associate/default', [pair(deal, two)]);
    expect(again.body).toMatchObject({ numErrors: 1, errors: [{ context: { id: [two] } }] });
    await bench.control('PUT', '/settings', { hubspot: { behaviour: { mergedIds: 'resolved' } } });
    expect((await call(bench, 'associate/default', [pair(deal, two)])).body).not.toHaveProperty('errors');
  });

  test('A create takes labels along; one of another pair refuses it', async () => {
    await using bench = await openDealBench();
    const payer = await label(bench, 'Payer');
    const [, [contact = '']] = await dealWithContacts(bench, 1);
    const create = (types: object[]) =>
      bench.hubspot('POST', '/crm/objects/2026-03/deals', {
        properties: { dealname: 'New' },
        associations: [{ to: { id: contact }, types }],
      });
    expect((await create([own, payer])).status).toBe(201);
    expect((await portalCall(bench, 'GET', '/associations/deals/contacts')).body).toMatchObject([
      { toId: contact, labels: ['Payer'] },
    ]);
    const refused = await create([{ associationCategory: 'USER_DEFINED', associationTypeId: 99 }]);
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { message: 'One or more associations are invalid', context: { INVALID_OBJECT_IDS: [contact] } },
    ]);
  });
});
