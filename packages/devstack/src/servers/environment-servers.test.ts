import { afterEach, expect, test } from '@jest/globals';
import { environmentServer } from './environment-servers.ts';

const before = process.env['REDIS_URL'];

afterEach(() => {
  if (before === undefined) delete process.env['REDIS_URL'];
  else process.env['REDIS_URL'] = before;
});

test('When the environment names no server, then there is none', async () => {
  process.env['REDIS_URL'] = '';
  await expect(environmentServer('redis')).resolves.toBeUndefined();
});

test('When the server that it names does not answer, then the error names the variable', async () => {
  process.env['REDIS_URL'] = 'redis://127.0.0.1:9';
  await expect(environmentServer('redis', 30)).rejects.toThrow('REDIS_URL is set, but redis does not answer');
});
