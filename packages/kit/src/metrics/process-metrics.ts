import { totalmem } from 'node:os';
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import { processDefinitions } from './metric-definitions.ts';
import { readGauge } from './registered.ts';

/** Measures the process itself: prom-client's own metrics of Node, its limits of memory, and how busy the event loop is. */
export function measureProcess(registry: Registry): void {
  // Its default of 10 ms wakes an idle process a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  readGauge(registry, processDefinitions.memoryLimit, (set) => {
    set({ of: 'heap' }, getHeapStatistics().heap_size_limit);
    // Without a limit it is a number that no machine has.
    const container = process.constrainedMemory();
    if (container > 0 && container <= totalmem()) set({ of: 'container' }, container);
  });
  let before = performance.eventLoopUtilization();
  readGauge(registry, processDefinitions.eventLoopUtilization, (set) => {
    const now = performance.eventLoopUtilization();
    set(performance.eventLoopUtilization(now, before).utilization);
    before = now;
  });
}
