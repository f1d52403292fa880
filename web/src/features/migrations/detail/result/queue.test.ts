import { describe, expect, test } from '@jest/globals';
import { aMigration } from '../../../../testing/a-migration.ts';
import { holderOf } from './queue.ts';

const queued = aMigration({ id: 20, status: 'queued', phase: null, startedAt: null });

describe('Which migration a queued one waits for', () => {
  test('When one of another connection writes to the same portal, then it is that one', () => {
    const holder = aMigration({ id: 12, connectionId: 8, connectionName: 'Gulf Coast - Houston' });
    const elsewhere = aMigration({ id: 13, hubSpotPortalId: '99' });
    expect(holderOf(queued, [queued, elsewhere, holder])).toBe(holder);
    expect(holderOf(queued, [queued, elsewhere])).toBeNull();
  });

  test('When several are before it, then it is what has begun, though its number be higher; else the last before it', () => {
    const running = aMigration({ id: 25 });
    const before = [3, 4].map((id) => aMigration({ id, status: 'queued', phase: null }));
    const after = aMigration({ id: 21, status: 'queued', phase: null });
    expect(holderOf(queued, [queued, after, ...before, running])?.id).toBe(25);
    expect(holderOf(queued, [queued, after, ...before])?.id).toBe(4);
  });

  test('When another one is paused, then it keeps its portal only if it had begun', () => {
    const paused = aMigration({ id: 12, phase: 'paused' });
    expect(holderOf(queued, [paused])?.id).toBe(12);
    expect(holderOf(queued, [{ ...paused, status: 'queued' }])).toBeNull();
  });

  test('When the portal is not known, then those of its own connection are before it', () => {
    const unknown = { hubSpotPortalId: null };
    const own = aMigration({ id: 12, ...unknown });
    expect(holderOf({ ...queued, ...unknown }, [own])?.id).toBe(12);
    expect(holderOf({ ...queued, ...unknown }, [{ ...own, connectionId: 8 }])).toBeNull();
  });
});
