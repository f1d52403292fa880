import { totalmem } from 'node:os';
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import { catalogue } from './catalogue/index.ts';
import { readGauge } from './registered/gauge.ts';

/** Measures the process itself: prom-client's own metrics of Node, its limits of memory, and how busy the event loop is. */
export function measureProcess(registry: Registry): void {
  // Its default of 10 ms wakes an idle process a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  readGauge(registry, catalogue.memoryLimit, (set) => {
    set({ of: 'heap' }, getHeapStatistics().heap_size_limit);
    // Without a limit it is a number that no machine has.
    const container = process.constrainedMemory();
    if (container > 0 && container <= totalmem()) set({ of: 'container' }, container);
  });
  let before = performance.eventLoopUtilization();
  readGauge(registry, catalogue.eventLoopUtilization, (set) => {
    const now = performance.eventLoopUtilization();
    set(performance.eventLoopUtilization(now, before).utilization);
    before = now;
  });
}
