import { describe, expect, test } from '@jest/globals';
import { getUser, type EndpointInfo } from '@ridgeline/contracts';
import { Router } from 'express';
import { bindProxyRoutes } from './proxy-routes.ts';

const never = () => {
  throw new Error('Nothing is sent here');
};
const upstream = { forward: never, [Symbol.dispose]: never };
const pair = { signedIn: upstream, visitors: upstream, downloads: upstream };

function boundPaths(...endpoints: EndpointInfo[]): (string | undefined)[] {
  const router = Router();
  bindProxyRoutes(router, {
    endpoints,
    upstreams: { auth: pair, connection: pair, validation: pair, orchestrator: pair },
    downloads: { hold: never },
    shares: { hold: never },
    tokens: { of: never },
    keys: { claim: never },
  });
  return router.stack.map(({ route }) => route?.path);
}

describe('What is bound', () => {
  test('A call for people is, one for our own services never, whatever its path', () => {
    expect(boundPaths(getUser)).toEqual([getUser.path]);
    expect(boundPaths({ ...getUser, access: 'service' })).toEqual([]);
  });
});
