import { fileURLToPath } from 'node:url';
import type { ServiceProcess } from '@ridgeline/devstack';
import { undo, type Fault, type Stage } from '../fault.ts';
import { leasesFlap } from './leases.ts';

function firstOf({ product }: Stage, service: string): ServiceProcess {
  const [process] = product.processes(service);
  if (!process) throw new Error(`No process of ${service} runs`);
  return process;
}

/** Restarts the first process of a service, or all of them, with a module loaded first, until it is disposed. */
export async function runWith(
  stage: Stage,
  service: string,
  {
    module,
    nodeOptions = '',
    processes = 'first',
  }: { readonly module: string; readonly nodeOptions?: string; readonly processes?: 'first' | 'all' },
): Promise<AsyncDisposable> {
  const { product } = stage;
  const file = fileURLToPath(new URL(module, import.meta.url));
  const wanted = processes === 'all' ? product.processes(service) : [firstOf(stage, service)];
  await using changing = new AsyncDisposableStack();
  for (const process of wanted) {
    const changed = await product.restart(process, { NODE_OPTIONS: `${nodeOptions} --import=${file}` });
    changing.defer(async () => {
      await product.restart(changed, { NODE_OPTIONS: '' });
    });
  }
  return changing.move();
}

/** A heap of 192 MiB for long-lived objects, as in a pod of 384 MiB. */
const smallHeap = '--max-old-space-size=192 --max-semi-space-size=2';

/** Faults of our own processes. */
export const processFaults: readonly Fault[] = [
  {
    name: 'worker-crash-loop',
    what: 'a worker ends with an error some seconds after each start',
    alert: 'RidgelineProcessRestarting',
    signs: [
      {
        panel: 'processes and heartbeats › Starts within 30 minutes',
        labels: { service: 'migration-worker' },
        above: 2,
      },
      { log: 'The service cannot go on', service: 'migration-worker', carrying: /Planted by the drill/ },
    ],
    act: 'The same error at each end',
    plant: (stage) => runWith(stage, 'migration-worker', { module: '../loaded/crash.ts' }),
  },
  {
    name: 'service-frozen',
    what: 'the only process of the validation service hangs',
    alert: 'RidgelineServiceDown',
    signs: [
      { panel: 'overview › Services that take work', below: 6 },
      { panel: 'processes and heartbeats › Reached by Prometheus', below: 1 },
    ],
    act: 'Pods run and Prometheus does not reach them',
    plant: (stage) => {
      const frozen = firstOf(stage, 'validation');
      frozen.signal('SIGSTOP');
      return Promise.resolve(undo(() => frozen.signal('SIGCONT')));
    },
  },
  {
    name: 'memory-pressure',
    what: 'the heap of the validation service grows to its limit',
    alert: 'RidgelineMemoryPressure',
    signs: [
      {
        panel: 'processes and heartbeats › Memory of what is allowed',
        labels: { service: 'validation' },
        above: 0.9,
      },
      { panel: 'processes and heartbeats › Memory', labels: { service: 'validation' }, above: 200_000_000 },
    ],
    act: 'It grows again',
    plant: (stage) => runWith(stage, 'validation', { module: '../loaded/leak.ts', nodeOptions: smallHeap }),
  },
  {
    name: 'lease-flapping',
    what: 'the machines of the workers stand for seconds, one after the other',
    alert: 'RidgelineLeasesFlapping',
    signs: [
      { panel: 'processes and heartbeats › Leases', above: 3 },
      { panel: 'processes and heartbeats › Lag of the event loop (p99)', above: 1 },
    ],
    act: 'Nodes or networks that pause',
    plant: leasesFlap,
  },
];
