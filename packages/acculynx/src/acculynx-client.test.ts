import { describe, expect, test } from '@jest/globals';
import { acculynxAnswering, json } from './testing/acculynx-answering.ts';

describe('Contacts are read from AccuLynx', () => {
  test('When a page is asked for, then its query is as documented and what is missing is null', async () => {
    await using acculynx = await acculynxAnswering(
      json(200, {
        count: 143,
        pageSize: 50,
        pageStartIndex: 2,
        items: [
          {
            id: '0b54c0aa',
            firstName: ' Ngozi ',
            companyName: '',
            phoneNumbers: [
              { id: 'p', number: '(555) 010-0199', primary: true, type: 'Mobile', smsOptOut: null },
            ],
            emailAddresses: [{ id: 'e', _link: 'https://api.acculynx.com/x' }],
            mailingAddress: {
              city: 'Waco',
              state: { id: 43, name: 'Texas', abbreviation: 'TX' },
              zipCode: 7,
            },
          },
        ],
      }),
    );

    const page = await acculynx.client.contactsPage(2);

    expect(acculynx.asked).toEqual([
      '/api/v2/contacts?pageSize=50&pageStartIndex=2&includes=emailAddress%2CphoneNumber',
    ]);
    expect(page).toEqual({
      outcome: 'ok',
      value: {
        count: 143,
        startIndex: 2,
        contacts: [
          {
            id: '0b54c0aa',
            firstName: 'Ngozi',
            lastName: null,
            salutation: null,
            companyName: null,
            crossReference: null,
            emailAddresses: [{ address: null, primary: false, type: null }],
            phoneNumbers: [{ number: '(555) 010-0199', ext: null, primary: true, type: 'Mobile' }],
            mailingAddress: {
              street1: null,
              street2: null,
              city: 'Waco',
              zipCode: null,
              state: { name: 'Texas', abbreviation: 'TX' },
              country: null,
            },
            billingAddress: null,
            isWhole: false,
          },
        ],
      },
    });
  });

  test('When the start is past the end (416), then the page is empty', async () => {
    await using acculynx = await acculynxAnswering(json(416, { title: 'Range', status: 416 }));
    expect(await acculynx.client.contactsPage(9)).toMatchObject({ outcome: 'ok', value: { contacts: [] } });
  });

  test('When one contact on a page has no id, then it alone is unreadable, and the page is no shorter for it', async () => {
    await using acculynx = await acculynxAnswering(
      json(200, { count: 2, items: [{ id: 'a' }, { firstName: 'Bo' }] }),
    );
    expect(await acculynx.client.contactsPage(0)).toMatchObject({
      outcome: 'ok',
      value: { count: 2, contacts: [{ id: 'a' }, { name: 'Bo', field: 'id' }] },
    });
  });

  test('When one contact is asked for and cannot be read, then it is known by the id that was asked for', async () => {
    await using acculynx = await acculynxAnswering(json(200, { lastName: 'Okafor' }));
    const value = { id: 'c-1', name: 'Okafor', field: 'id' };
    expect(await acculynx.client.contact('c-1')).toMatchObject({ outcome: 'ok', value });
  });

  test('When one contact is asked for, then it is read as one of the list is', async () => {
    await using acculynx = await acculynxAnswering(
      json(200, { id: 'c/1', lastName: 'Okafor', emailAddresses: [{ address: 'a@b.com', primary: true }] }),
    );
    expect(await acculynx.client.contact('c/1')).toMatchObject({
      outcome: 'ok',
      value: { id: 'c/1', firstName: null, lastName: 'Okafor', emailAddresses: [{ address: 'a@b.com' }] },
    });
    expect(acculynx.asked).toEqual(['/api/v2/contacts/c%2F1?includes=emailAddress%2CphoneNumber']);
  });

  test('When that contact is gone (404), then there is none; any other refusal stays one', async () => {
    await using gone = await acculynxAnswering(json(404, { title: 'Not Found', status: 404 }));
    expect(await gone.client.contact('c-1')).toEqual({ outcome: 'ok', value: null });
    await using bad = await acculynxAnswering(json(400, { title: 'Bad Request', status: 400 }));
    expect(await bad.client.contact('c-1')).toMatchObject({ outcome: 'rejected', problem: { status: 400 } });
    await using refused = await acculynxAnswering(json(401, {}));
    expect(await refused.client.contact('c-1')).toMatchObject({ outcome: 'refused' });
  });
});

describe('A fault of AccuLynx is an outcome', () => {
  test('When the key is not accepted, then it is refused', async () => {
    for (const status of [401, 403] as const) {
      await using acculynx = await acculynxAnswering(json(status, { title: 'Unauthorized', status }));
      expect(await acculynx.client.ping()).toEqual({ outcome: 'refused', status, scopes: [] });
    }
  });

  test('When a limit is hit, then Retry-After counts, and without one the wait is not known', async () => {
    await using told = await acculynxAnswering((_req, res) =>
      res
        .writeHead(429, {
          'content-type': 'text/plain',
          'retry-after': '7',
          'ratelimit-policy': 'company-write:hourly',
        })
        .end('You have exceeded the limit.'),
    );
    expect(await told.client.ping()).toEqual({
      outcome: 'limited',
      policy: 'company-write:hourly',
      retryAfterMs: 7_000,
    });
    await using silent = await acculynxAnswering((_req, res) => res.writeHead(429).end());
    expect(await silent.client.ping()).toEqual({ outcome: 'limited', policy: null, retryAfterMs: null });
  });

  test('When it answers 5xx, or HTML where JSON belongs, then it is unavailable', async () => {
    await using down = await acculynxAnswering((_req, res) => res.writeHead(502).end('<html>'));
    expect(await down.client.contactsPage(0)).toMatchObject({
      outcome: 'unavailable',
      reason: 'server',
      status: 502,
    });
    await using html = await acculynxAnswering((_req, res) => res.writeHead(200).end('<html>'));
    expect(await html.client.contactsPage(0)).toMatchObject({ outcome: 'unavailable', reason: 'malformed' });
  });

  test('When the request is not accepted, then the error has its detail and trace id', async () => {
    await using acculynx = await acculynxAnswering(
      json(400, { title: 'Bad Request', detail: 'Page Size must not be greater than 50.', traceId: '|9c.' }),
    );
    expect(await acculynx.client.contactsPage(0)).toEqual({
      outcome: 'rejected',
      problem: {
        status: 400,
        category: null,
        message: 'Page Size must not be greater than 50.',
        traceId: '|9c.',
      },
    });
  });
});
