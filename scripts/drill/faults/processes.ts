import { fileURLToPath } from 'node:url';
import type { ServiceProcess } from '@ridgeline/devstack';
import { eventually } from '@ridgeline/testkit/eventually';
import { undo, type Fault, type Stage } from '../fault.ts';
import { leasesFlap } from './leases.ts';

function firstOf({ product }: Stage, service: string): ServiceProcess {
  const [process] = product.processes(service);
  if (!process) throw new Error(`No process of ${service} runs`);
  return process;
}

/** Kills a process as the kernel would and waits until its successor answers; the stack starts it again by itself. */
async function crash(crashing: ServiceProcess): Promise<void> {
  const { pid, options } = crashing;
  process.kill(pid, 'SIGKILL');
  await eventually(
    async () => {
      const answer = await fetch(options.readyUrl).catch(() => null);
      if (crashing.pid === pid || !answer?.ok) throw new Error('It is not ready');
    },
    { within: 60_000, what: `${crashing.name} to be ready again` },
  );
}

/** A heap of 192 MiB for what lasts, as a pod of 384 MiB has it. */
const smallHeap = '--max-old-space-size=192 --max-semi-space-size=2';
const leak = fileURLToPath(new URL('leak.ts', import.meta.url));

/** Faults of our own processes. */
export const processFaults: readonly Fault[] = [
  {
    name: 'worker-crash-loop',
    what: 'a worker ends again and again',
    alert: 'RidgelineProcessRestarting',
    signs: [
      {
        panel: 'processes and heartbeats › Starts within 10 minutes',
        labels: { service: 'migration-worker' },
        above: 1,
      },
    ],
    act: 'Only workers',
    plant: async (stage) => {
      const worker = firstOf(stage, 'migration-worker');
      for (let crashes = 0; crashes < 3; crashes += 1) await crash(worker);
      return undo(() => worker.ready());
    },
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
    plant: async (stage) => {
      const { product } = stage;
      const leaking = await product.restart(firstOf(stage, 'validation'), {
        NODE_OPTIONS: `${smallHeap} --import=${leak}`,
      });
      return undo(() => product.restart(leaking, { NODE_OPTIONS: '' }));
    },
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
