import { expect, test } from '@jest/globals';
import type { ErrorCode } from '@ridgeline/contracts';
import { AppError, type Actor } from '@ridgeline/kit';
import { auditRefusals } from './audit-event.ts';

const by = {
  user: { userId: 4, companyId: 'acme' },
  origin: { address: null, userAgent: null },
} as unknown as Actor;

/** How many audit events are recorded when work ends with this error. */
async function told(error: Error): Promise<number> {
  let lines = 0;
  const record = (): Promise<void> => {
    lines += 1;
    return Promise.resolve();
  };
  const refused = auditRefusals(record, { action: 'connection-changed', by, what: '#7' }, () =>
    Promise.reject(error),
  );
  await expect(refused).rejects.toBe(error);
  return lines;
}

test.each<[ErrorCode, number]>([
  ['connection.hubspot_refused', 1],
  ['migration.too_many_queued', 1],
  ['properties.creation_failed', 1],
  ['request.too_many', 0],
  ['server.unavailable', 0],
])('When what a user asked for ends with %s, then the trail gets %i lines', async (code, lines) => {
  expect(await told(new AppError(code))).toBe(lines);
});

test('When it ends with an unexpected error, then the trail gets none', async () => {
  expect(await told(new Error('a bug'))).toBe(0);
});
