import { expect, test } from '@jest/globals';
import { redisUsers } from '@ridgeline/redis/users';
import { serviceTable, type ServiceAddresses } from './service-table.ts';

const at: ServiceAddresses = {
  postgres: (role) => role,
  redis: (user) => `redis://${user}@stack`,
  kafka: '',
  smtp: '',
  services: {},
  simulators: { acculynx: '', hubspot: '' },
  gateway: '',
  webRoot: null,
};
const secrets = {
  identityKey: '',
  sessionSecret: '',
  masterKeys: '',
  passwordKey: '',
  databasePassword: '',
};

test('Each service of a stack reaches Redis as its own user', () => {
  const table = serviceTable({ workers: 1, gateways: 1, adminCompanyIds: ['a', 'b'] });
  const addresses = table.flatMap(({ name, env }) => {
    const { REDIS_URL: address } = env(at, secrets);
    return address === undefined ? [] : [[name.replace('migration-', ''), address]];
  });
  expect(Object.fromEntries(addresses)).toEqual(
    Object.fromEntries(redisUsers.map((user) => [user, `redis://${user}@stack`])),
  );
});
