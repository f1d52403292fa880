import { expect, test } from '@jest/globals';
import { AppError } from '@ridgeline/kit';
import { Registry } from '@ridgeline/kit/metrics';
import { countSignIns } from './session-parts.ts';

test.each([
  [new AppError('auth.wrong_credentials'), 'wrong-credentials'],
  [new AppError('request.too_many'), 'too-many'],
  [new AppError('auth.password_key_stale'), 'invalid'],
  [new AppError('server.unavailable'), 'unavailable'],
  [new Error('a fault'), 'unavailable'],
])('A sign-in that ends with %s counts as %s', async (error, result) => {
  const registry = new Registry();
  await expect(countSignIns(registry)(() => Promise.reject(error))).rejects.toBe(error);
  expect(await registry.metrics()).toContain(`ridgeline_sign_ins_total{result="${result}"} 1`);
});

test('A sign-in that goes well is counted, and its grant passed on', async () => {
  const registry = new Registry();
  expect(await countSignIns(registry)(() => Promise.resolve('grant'))).toBe('grant');
  expect(await registry.metrics()).toContain('ridgeline_sign_ins_total{result="done"} 1');
});
