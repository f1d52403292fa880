import { getOrphanedProcesses, getProcessHealth } from '@ridgeline/contracts';
import { useQuery } from '../../api/use-query.ts';

const healthPollMs = 15_000;
const orphansPollMs = 30_000;
/** Polled queries are fresh for less than a poll. */
const freshMs = 5_000;

export const useProcessHealth = () =>
  useQuery(getProcessHealth, {}, { refreshInterval: healthPollMs, dedupingInterval: freshMs });

export const useOrphans = () =>
  useQuery(getOrphanedProcesses, {}, { refreshInterval: orphansPollMs, dedupingInterval: freshMs });
