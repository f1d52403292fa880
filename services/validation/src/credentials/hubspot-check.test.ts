import { describe, expect, test } from '@jest/globals';
import { ungoverned } from '@ridgeline/governed-vendors/testing';
import type { HubspotOutcome } from '@ridgeline/hubspot';
import { checkHubspot, type TokenClient } from './hubspot-check.ts';
import { requiredScopes } from './required-scopes.ts';

const unauthorized: HubspotOutcome<never> = { outcome: 'refused', status: 401, scopes: [] };
const forbidden: HubspotOutcome<never> = {
  outcome: 'refused',
  status: 403,
  scopes: ['crm.objects.contacts.read'],
};
const away: HubspotOutcome<never> = {
  outcome: 'unavailable',
  reason: 'moving',
  status: 477,
  retryAfterMs: 60_000,
};
const portal = {
  portalId: '4711',
  accountType: 'STANDARD',
  timeZone: 'US/Eastern',
  uiDomain: 'app.hubspot.com',
  dataHostingLocation: 'na1',
  utcOffset: '-05:00',
  utcOffsetMilliseconds: -18_000_000,
};
const valid = {
  verdict: 'valid',
  facts: {
    portalId: '4711',
    timezone: 'US/Eastern',
    accountType: 'STANDARD',
    utcOffset: '-05:00',
    utcOffsetMilliseconds: -18_000_000,
  },
};

interface Answers {
  readonly details?: HubspotOutcome<typeof portal>;
  readonly token?: HubspotOutcome<{ hubId: string; scopes: string[] }>;
  readonly reads?: HubspotOutcome<never>;
}

/** A HubSpot that accepts everything, except for the given answers. */
function hubspot({ details, token, reads }: Answers): TokenClient & { readonly probed: string[] } {
  const probed: string[] = [];
  return {
    probed,
    accountDetails: () => Promise.resolve(details ?? { outcome: 'ok', value: portal }),
    introspect: () =>
      Promise.resolve(token ?? { outcome: 'ok', value: { hubId: '4711', scopes: [...requiredScopes] } }),
    listProperties: (object) => {
      probed.push(`${object} properties`);
      return Promise.resolve({ outcome: 'ok', value: [] });
    },
    readBatch: (object) => {
      probed.push(object);
      return Promise.resolve(reads ?? { outcome: 'ok', value: { results: [], problems: [] } });
    },
  };
}

const check = (client: TokenClient) => checkHubspot(ungoverned(client), new AbortController().signal);

describe('The check of a HubSpot token', () => {
  test('When the token has every scope, then it is valid, with the facts of its portal and nothing probed', async () => {
    const client = hubspot({});

    expect(await check(client)).toEqual(valid);
    expect(client.probed).toEqual([]);
  });

  test('When the token is not known, then it is refused', async () => {
    expect(await check(hubspot({ details: unauthorized, token: unauthorized }))).toMatchObject({
      verdict: 'refused',
    });
  });

  test('When scopes are missing, then each of them is named', async () => {
    const token: Answers['token'] = {
      outcome: 'ok',
      value: { hubId: '4711', scopes: requiredScopes.filter((scope) => !scope.endsWith('.write')) },
    };

    expect(await check(hubspot({ token }))).toEqual({
      verdict: 'scope_missing',
      scopes: [
        'crm.objects.contacts.write',
        'crm.schemas.contacts.write',
        'crm.objects.deals.write',
        'crm.schemas.deals.write',
      ],
    });
  });

  test.each([
    ['refused', unauthorized],
    ['out of reach', away],
  ])(
    'When introspection is %s but the details answer, then reads are tried in its place',
    async (_, token) => {
      const client = hubspot({ token });

      expect(await check(client)).toEqual(valid);
      expect(client.probed.toSorted()).toEqual([
        'contacts',
        'contacts properties',
        'deals',
        'deals properties',
      ]);
    },
  );

  test('When introspection gives no answer and a read is forbidden, then the scope that HubSpot names is missing', async () => {
    expect(await check(hubspot({ token: away, reads: forbidden }))).toEqual({
      verdict: 'scope_missing',
      scopes: ['crm.objects.contacts.read'],
    });
  });

  test('When HubSpot gives no usable answer, then the token is neither valid nor refused', async () => {
    expect(await check(hubspot({ details: away, token: away }))).toEqual({
      verdict: 'unreachable',
      reason: 'HubSpot is moving the account between data centres (HTTP 477)',
    });
  });
});
