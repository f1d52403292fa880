import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createAcculynxClient } from '@ridgeline/acculynx';
import { ungoverned } from '@ridgeline/governed-vendors/testing';
import { createHubspotClient } from '@ridgeline/hubspot';
import { Registry } from '@ridgeline/kit/metrics';
import { checkMetrics } from './credential-check-metrics.ts';
import { checkBoth, credentialChecker } from './credential-check-service.ts';
import type { CredentialCheck } from './credential-problem.ts';
import { requiredScopes } from './required-scopes.ts';

const credentials = { acculynxApiKey: 'acculynx-canary', hubspotPat: 'hubspot-canary' };
const open: (() => void)[] = [];

afterEach(() => {
  for (const close of open.splice(0)) close();
});

async function vendor(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const json =
  (body: unknown): RequestListener =>
  (_req, res) =>
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const silent: RequestListener = () => undefined;

const [timezone, baseUtcOffset, adjustedUtcOffset] = ['Central Standard Time', '-06:00:00', '-05:00:00'];
const acculynxWorks = json({
  companyId: 'c-1',
  name: 'Brazos Roofing',
  timeZoneInfo: { name: timezone, baseUtcOffset, adjustedUtcOffset },
});
const hubspotWorks: RequestListener = (req, res) => {
  const isToken = req.url?.startsWith('/oauth');
  json(
    isToken
      ? { hubId: 4711, scopes: requiredScopes }
      : {
          portalId: 4711,
          accountType: 'STANDARD',
          timeZone: 'US/Eastern',
          utcOffset: '-05:00',
          utcOffsetMilliseconds: -18_000_000,
        },
  )(req, res);
};

async function checker(
  acculynx: RequestListener,
  hubspot: RequestListener,
  timeLimitMs = 20_000,
): Promise<{ check: () => Promise<CredentialCheck>; metrics: Registry }> {
  const metrics = new Registry();
  const [acculynxUrl, hubspotUrl] = [await vendor(acculynx), await vendor(hubspot)];
  const check = credentialChecker({
    vendors: {
      acculynx: (secret) => ungoverned(createAcculynxClient({ baseUrl: acculynxUrl, secret })),
      hubspot: (secret) => ungoverned(createHubspotClient({ baseUrl: hubspotUrl, secret })),
    },
    metrics: checkMetrics(metrics),
    timeLimitMs,
  });
  return { check: () => checkBoth(check, credentials), metrics };
}

describe('Credentials are tried at both vendors', () => {
  test('When both accept, then the facts of both are returned and counted', async () => {
    const { check, metrics } = await checker(acculynxWorks, hubspotWorks);

    expect(await check()).toEqual({
      acculynx: {
        verdict: 'valid',
        facts: {
          companyId: 'c-1',
          companyName: 'Brazos Roofing',
          timezone,
          baseUtcOffset,
          adjustedUtcOffset,
        },
      },
      hubspot: {
        verdict: 'valid',
        facts: {
          portalId: '4711',
          timezone: 'US/Eastern',
          accountType: 'STANDARD',
          utcOffset: '-05:00',
          utcOffsetMilliseconds: -18_000_000,
        },
      },
    });
    expect(await metrics.metrics()).toContain('vendor="acculynx",verdict="valid"} 1');
  });

  test('When AccuLynx refuses the key, then the verdict says so and not what the key was', async () => {
    const { check } = await checker((_req, res) => res.writeHead(401).end(), hubspotWorks);
    const { acculynx } = await check();

    expect(acculynx).toEqual({ verdict: 'refused', reason: 'AccuLynx refused the key (HTTP 401)' });
  });

  test('When one vendor never answers, then it is unreachable after the time limit and the other one counts', async () => {
    const { check } = await checker(silent, hubspotWorks, 1_500);

    expect(await check()).toMatchObject({
      acculynx: {
        verdict: 'unreachable',
        reason: 'AccuLynx gave no answer in time: it is slow, or takes no more calls at the moment',
      },
      hubspot: { verdict: 'valid' },
    });
  });

  test('When a vendor answers with a storm, then it is unreachable with the reason in plain words', async () => {
    const { check } = await checker(
      (_req, res) => res.writeHead(429, { 'retry-after': '30' }).end('slow down'),
      (_req, res) => res.writeHead(477, { 'retry-after': '600' }).end('<html>'),
    );

    expect(await check()).toEqual({
      acculynx: {
        verdict: 'unreachable',
        reason: 'AccuLynx takes no more calls at the moment (rate limit)',
      },
      hubspot: {
        verdict: 'unreachable',
        reason: 'HubSpot is moving the account between data centres (HTTP 477)',
      },
    });
  });
});
