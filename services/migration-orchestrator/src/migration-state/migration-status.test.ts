import { migrationStatusSchema } from '@ridgeline/contracts';
import { describe, expect, test } from '@jest/globals';
import fc from '@ridgeline/testkit/property';
import { hasEnded, nextStatus, type MigrationEvent } from './migration-status.ts';

const events: MigrationEvent[] = ['claim', 'complete', 'fail', 'cancel'];
const anyEvent = fc.constantFrom(...events);
const anyStatus = fc.constantFrom(...migrationStatusSchema.options);

/** Every status that a migration passes through when these events arrive; impossible ones change nothing. */
function life(arriving: readonly MigrationEvent[]) {
  const path = [migrationStatusSchema.enum.queued as (typeof migrationStatusSchema.options)[number]];
  for (const event of arriving) {
    const next = nextStatus(path.at(-1) ?? 'queued', event);
    if (next) path.push(next);
  }
  return path;
}

describe('the life of a migration', () => {
  test('Whatever arrives in whatever order, nothing follows an end', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 12 }), (arriving) => {
        const path = life(arriving);
        expect(path.slice(0, -1).some(hasEnded)).toBe(false);
      }),
    );
  });

  test('Nothing completes or fails that did not run', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 12 }), (arriving) => {
        const path = life(arriving);
        const end = path.at(-1);
        if (end === 'completed' || end === 'failed') expect(path.at(-2)).toBe('running');
      }),
    );
  });

  test('A migration never goes back to queued', () => {
    fc.assert(
      fc.property(anyStatus, anyEvent, (status, event) => {
        expect(nextStatus(status, event)).not.toBe('queued');
      }),
    );
  });

  test('A cancel is possible exactly while the migration is queued or running', () => {
    const cancellable = migrationStatusSchema.options.filter((status) => nextStatus(status, 'cancel'));
    expect(cancellable).toEqual(['queued', 'running']);
  });

  test('A running migration is claimed again when its worker was lost', () => {
    expect(nextStatus('running', 'claim')).toBe('running');
  });
});
