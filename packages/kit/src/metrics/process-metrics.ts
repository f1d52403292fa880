import { performance } from 'node:perf_hooks';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import { catalogue } from './catalogue/index.ts';
import { readGauge } from './registered/gauge.ts';

/** Measures the process itself: prom-client's own metrics of Node, and how busy the event loop is. */
export function measureProcess(registry: Registry): void {
  // Its default of 10 ms wakes an idle process a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  let before = performance.eventLoopUtilization();
  readGauge(registry, catalogue.eventLoopUtilization, (set) => {
    const now = performance.eventLoopUtilization();
    set(performance.eventLoopUtilization(now, before).utilization);
    before = now;
  });
}
