import type { Product } from '@ridgeline/devstack';
import { cpuSeconds } from './cpu-seconds.ts';

/** CPU time that all running instances of a service have spent, in seconds. */
export function serviceCpuSeconds({ description }: Product, service: string): number {
  const { instances = [] } = description.services[service] ?? {};
  return instances.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
}
