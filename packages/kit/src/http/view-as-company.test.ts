import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createApiClient, endpoint } from '@ridgeline/contracts';
import { z } from 'zod';
import { signUserIdentity } from '../identity/identity-token.ts';
import { createLogger } from '../logger.ts';
import { Registry } from '../metrics/index.ts';
import { bindForUser } from './bind-endpoint.ts';
import { listen, type HttpServer } from './listen.ts';
import { createServiceApp } from './service-app.ts';
import { viewAsCompany } from './view-as-company.ts';

const key = 'a key that only our processes know, 32+';
const params = z.object({ id: z.coerce.number() });
const of = { access: 'signed-in', params, answer: z.object({ companyId: z.string() }) } as const;
const look = endpoint({ ...of, method: 'GET', path: '/api/things/{id}', summary: 'Look' });
const parts = endpoint({ ...of, method: 'GET', path: '/api/things/{id}/parts', summary: 'Parts' });
const change = endpoint({ ...of, method: 'POST', path: '/api/things/{id}', summary: 'Change' });

const views: string[] = [];
let server: HttpServer;
beforeAll(async () => {
  const app = createServiceApp({
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: new Registry(),
    identityKey: key,
    audience: 'auth',
    routes: (router) => {
      viewAsCompany(router, '/api/things', {
        companyOf: (id) => Promise.resolve(id === 404 ? undefined : `co_${String(id)}`),
        onView: ({ user }, id, companyId) => {
          views.push(`${user.companyId} at ${String(id)} of ${companyId}`);
          return Promise.resolve();
        },
      });
      for (const each of [look, parts, change]) bindForUser(router, each, ({ user }) => user);
    },
  });
  server = await listen(app, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const as = (companyId: string, administrator: boolean) =>
  createApiClient({
    baseUrl: server.url,
    headers: async () => ({
      authorization: `Bearer ${await signUserIdentity(key, { userId: 5, companyId, administrator }, 'auth')}`,
    }),
  });
const thing = (id: number) => ({ params: { id: String(id) } });

test('When an administrator looks at a thing or what is below it, then they see it as its company, and it is noted', async () => {
  const staff = as('staff', true);
  expect(await staff(look, thing(7))).toEqual({ companyId: 'co_7' });
  expect(await staff(parts, thing(7))).toEqual({ companyId: 'co_7' });
  expect(await staff(look, thing(8))).toEqual({ companyId: 'co_8' });
  expect(views).toEqual(['staff at 7 of co_7', 'staff at 7 of co_7', 'staff at 8 of co_8']);
});

test('When they change it, or it does not exist, or a user looks, then it is asked in the name of their own company', async () => {
  const noted = views.length;
  expect(await as('staff', true)(change, thing(7))).toEqual({ companyId: 'staff' });
  expect(await as('staff', true)(look, thing(404))).toEqual({ companyId: 'staff' });
  expect(await as('co_1', false)(look, thing(7))).toEqual({ companyId: 'co_1' });
  expect(await as('co_7', true)(look, thing(7))).toEqual({ companyId: 'co_7' });
  expect(views).toHaveLength(noted);
});
