import type { Fault } from '../fault.ts';
import { kafkaFaults, redisFaults } from './kafka.ts';
import { peopleFaults } from './people.ts';
import { postgresFaults } from './postgres.ts';
import { processFaults } from './processes.ts';
import { sweepFaults } from './sweeps.ts';
import { syncFaults } from './sync.ts';
import { vendorFaults } from './vendors.ts';

/** Every fault that can be planted. */
export const faults: readonly Fault[] = [
  ...vendorFaults,
  ...peopleFaults,
  ...processFaults,
  // Before the faults of auto-sync, because a sweep may find what the intake could not accept.
  ...sweepFaults,
  ...syncFaults,
  ...redisFaults,
  ...postgresFaults,
  ...kafkaFaults,
];
