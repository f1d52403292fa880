import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compiledModules } from './compiled-modules.mjs';

/** The vendors' simulators and the mail sink, as one process. */
export interface SimulatorProcess extends AsyncDisposable {
  readonly addresses: { readonly acculynx: string; readonly hubspot: string; readonly control: string };
  readonly mail: { readonly smtp: string; readonly http: string };
  readonly pid: number;
}

interface ReadyLine {
  readonly addresses: Record<'acculynx' | 'hubspot' | 'control' | 'mailSmtp' | 'mailHttp', string>;
}

const exitWithParent = fileURLToPath(new URL('exit-with-parent.ts', import.meta.url));

/** Starts the simulators on free ports and waits for their ready line. */
export async function startSimulatorProcess(options: {
  root: string;
  dir: string;
  contactsPerCompany: number;
  jobsPerCompany: number;
}): Promise<SimulatorProcess> {
  const logDir = join(options.dir, 'logs');
  mkdirSync(logDir, { recursive: true });
  const log = openSync(join(logDir, 'simulators.log'), 'a');
  const child = fork(join(options.root, 'simulators', 'src', 'main.ts'), [], {
    execArgv: ['--import', exitWithParent],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compiledModules(options.root),
      SIM_CONTACTS_PER_COMPANY: String(options.contactsPerCompany),
      SIM_JOBS_PER_COMPANY: String(options.jobsPerCompany),
    },
    stdio: ['ignore', 'pipe', log, 'ipc'],
  });
  closeSync(log);
  const exited = once(child, 'exit');
  const { stdout } = child;
  if (!stdout) throw new Error('The simulators have no output');
  const [line] = (await Promise.race([
    once(createInterface({ input: stdout }), 'line'),
    exited.then(() =>
      Promise.reject(new Error('The simulators ended while they started; see logs/simulators.log')),
    ),
  ])) as [string];
  const { acculynx, hubspot, control, mailSmtp, mailHttp } = (JSON.parse(line) as ReadyLine).addresses;
  return {
    addresses: { acculynx, hubspot, control },
    mail: { smtp: mailSmtp, http: mailHttp },
    pid: child.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Lets the simulators send the events of a webhook host to an address of this machine. */
export async function sendEventsTo(control: string, webhookUrl: string, address: string): Promise<void> {
  const hosts = { [new URL(webhookUrl).host]: address };
  const response = await fetch(`${control}/__sim/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ acculynx: { deliveries: { hosts } } }),
  });
  if (!response.ok) throw new Error(`The simulators rejected the webhook host: ${await response.text()}`);
}
