import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A person who can sign in to a local stack. */
export interface DemoSignIn {
  readonly email: string;
  readonly password: string;
  readonly companyId: string;
  readonly admin: boolean;
}

/** The vendor credentials of a company, good at the simulators. */
export interface DemoCredentials {
  readonly companyId: string;
  /** As the vendors call it. */
  readonly name: string;
  readonly acculynxApiKey: string;
  readonly hubspotPat: string;
}

/** The processes of one service; `http` and `metrics` are the first instance's. */
export interface ServiceDescription {
  readonly http: string;
  readonly metrics: string;
  readonly pids: readonly number[];
  readonly instances: readonly { readonly pid: number; readonly metrics: string }[];
}

/** The contents of `.ridgeline/stack.json` about a running stack: full addresses, process ids, sign-ins. */
export interface StackDescription {
  readonly gateway: string;
  readonly mail: { readonly smtp: string; readonly http: string };
  readonly simulators: { readonly acculynx: string; readonly hubspot: string; readonly control: string };
  readonly servers: { readonly postgres: string; readonly redis: string; readonly kafka: string };
  readonly services: Readonly<Record<string, ServiceDescription>>;
  readonly signIns: readonly DemoSignIn[];
  readonly credentials: readonly DemoCredentials[];
}

/** Writes the description next to the stack's data. */
export function writeDescription(dir: string, description: StackDescription): void {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'stack.json'), `${JSON.stringify(description, null, 2)}\n`, { mode: 0o600 });
}

/** Removes the description: the stack has stopped. */
export function removeDescription(dir: string): void {
  rmSync(join(dir, 'stack.json'), { force: true });
}
