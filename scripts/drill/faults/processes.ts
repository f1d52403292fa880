import type { ServiceProcess } from '@ridgeline/devstack';
import { eventually } from '@ridgeline/testkit/eventually';
import { undo, type Fault, type Stage } from '../fault.ts';

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

/** Faults of our own processes. */
export const processFaults: readonly Fault[] = [
  {
    name: 'worker-crash-loop',
    what: 'a worker ends again and again',
    alert: 'RidgelineProcessRestarting',
    cause: 'changes(process_start_time_seconds{service="migration-worker"}[5m]) > 1',
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
    cause: 'up == 0',
    plant: (stage) => {
      const frozen = firstOf(stage, 'validation');
      frozen.signal('SIGSTOP');
      return Promise.resolve(undo(() => frozen.signal('SIGCONT')));
    },
  },
];
