import { describe, expect, test } from '@jest/globals';
import { migrationStatusSchema } from '@ridgeline/contracts';
import fc from '@ridgeline/testkit/property';
import {
  hasEnded,
  healthOf,
  nextStatus,
  phaseOf,
  type MigrationEvent,
  type PhaseFacts,
} from './migration-status.ts';

const events: MigrationEvent[] = ['claim', 'complete', 'fail', 'cancel'];
const anyEvent = fc.constantFrom(...events);
const anyStatus = fc.constantFrom(...migrationStatusSchema.options);

/** The statuses that a migration passes through for these events; impossible events change nothing. */
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

const facts = (difference: Partial<PhaseFacts>): PhaseFacts => ({
  status: 'running',
  waiting_for: null,
  target_count: 0,
  processed_count: 0,
  counted_through: null,
  first_batch_done: null,
  held: true,
  put_off: false,
  paused_at: null,
  stalled: false,
  ...difference,
});

describe('the phase of a migration', () => {
  test.each([
    ['reading', {}],
    ['reading', { target_count: 40 }],
    ['planning', { target_count: 40, first_batch_done: false }],
    ['writing', { target_count: 40, first_batch_done: true }],
    ['writing', { target_count: 40, processed_count: 39 }],
    ['finishing', { target_count: 40, processed_count: 40 }],
    ['finishing', { target_count: 43, processed_count: 40, counted_through: 40 }],
    ['writing', { target_count: 43, processed_count: 41, counted_through: 40 }],
    ['waiting', { target_count: 40, processed_count: 40, waiting_for: "Waiting for HubSpot's limit" }],
    ['pausing', { target_count: 40, processed_count: 39, paused_at: new Date() }],
    ['paused', { target_count: 40, processed_count: 39, paused_at: new Date(), held: false }],
    ['paused', { status: 'queued', paused_at: new Date(), held: false }],
  ] as const)('It is %s with %j', (phase, known) => {
    expect(phaseOf(facts(known))).toBe(phase);
  });
});

describe('the health of a migration', () => {
  test.each([
    ['healthy', {}],
    ['healthy', { waiting_for: "Waiting for HubSpot's limit" }],
    ['healthy', { held: false, put_off: true }],
    ['healthy', { held: false, paused_at: new Date() }],
    ['stalled', { stalled: true }],
    ['recovering', { held: false }],
    ['recovering', { held: false, stalled: true }],
  ] as const)('It is %s with %j', (health, known) => {
    expect(healthOf(facts(known))).toBe(health);
  });
});

test('Whatever is known, a running migration has a phase and a health, a queued one a phase while it is paused, and others have none', () => {
  const anyFacts: fc.Arbitrary<PhaseFacts> = fc.record({
    status: fc.constantFrom(...migrationStatusSchema.options),
    waiting_for: fc.option(fc.string()),
    target_count: fc.nat(),
    processed_count: fc.nat(),
    counted_through: fc.option(fc.nat()),
    first_batch_done: fc.option(fc.boolean()),
    held: fc.boolean(),
    put_off: fc.boolean(),
    paused_at: fc.option(fc.constant(new Date())),
    stalled: fc.boolean(),
  });
  fc.assert(
    fc.property(anyFacts, (known) => {
      const running = known.status === 'running';
      const paused = known.status === 'queued' && known.paused_at !== null;
      expect([phaseOf(known) !== null, healthOf(known) !== null]).toEqual([running || paused, running]);
    }),
  );
});
