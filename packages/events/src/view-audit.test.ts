import { expect, test } from '@jest/globals';
import type { Actor } from '@ridgeline/kit';
import { decodeValue } from './event.ts';
import { topics } from './topics.ts';
import { auditViews } from './view-audit.ts';

const by = (userId: number): Actor => ({
  user: { userId, companyId: 'staff', administrator: true },
  origin: { address: '203.0.113.1', userAgent: null },
});

test('When an administrator looks at the same company again, then it has one line in 15 minutes, another one or another user has its own', async () => {
  const lines: string[] = [];
  let now = 0;
  const note = auditViews(
    ({ value }) => {
      const { actorId, companyId, detail, action } = decodeValue(topics.auditEntry, value);
      lines.push(`${String(actorId)} of ${companyId}: ${action} ${detail}`);
      return Promise.resolve();
    },
    () => now,
  );
  const look = (userId: number, company: string, id: number) =>
    note(by(userId), {
      about: `company ${company}`,
      detail: `migration #${String(id)} of company ${company}`,
    });
  await look(1, 'acme', 7);
  now = 14 * 60_000;
  await look(1, 'acme', 8);
  await look(1, 'other', 9);
  await look(2, 'acme', 7);
  now = 16 * 60_000;
  await look(1, 'acme', 8);
  expect(lines).toEqual([
    '1 of staff: companies-viewed migration #7 of company acme',
    '1 of staff: companies-viewed migration #9 of company other',
    '2 of staff: companies-viewed migration #7 of company acme',
    '1 of staff: companies-viewed migration #8 of company acme',
  ]);
});

test('When a line could not be stored, then the look is refused, and the next one tries again', async () => {
  let refused = true;
  let stored = 0;
  const note = auditViews(() => {
    if (refused) return Promise.reject(new Error('away'));
    stored += 1;
    return Promise.resolve();
  });
  const view = { about: 'company acme', detail: 'migration #7' };
  await expect(note(by(1), view)).rejects.toThrow('away');
  refused = false;
  await note(by(1), view);
  expect(stored).toBe(1);
});
