import {
  fetchServer,
  helmProgram,
  kubernetesSchemas,
  postgresClients,
  prometheusPrograms,
} from '@ridgeline/devstack';
import { browserProgram } from './browser.ts';

/** The test suites, in the order in which `npm test` runs them. */
export const suites = ['unit', 'integration', 'fault', 'e2e', 'deployment'] as const;

export type Suite = (typeof suites)[number];

/** A program or a set of files that tests need, and that a fresh machine does not have. */
export interface Tool {
  readonly name: string;
  readonly neededBy: readonly Suite[];
  /** Gets it unless it is there. Rejects with what is missing and what to install. */
  readonly get: (log: (line: string) => void) => Promise<unknown>;
}

/** Everything that the suites need in addition to the npm packages, in the order in which they need it. */
export const tools: readonly Tool[] = [
  { name: 'Redis', neededBy: ['integration', 'fault', 'e2e'], get: (log) => fetchServer('redis', log) },
  { name: 'Kafka', neededBy: ['integration', 'fault', 'e2e'], get: (log) => fetchServer('kafka', log) },
  { name: 'Chromium', neededBy: ['e2e'], get: browserProgram },
  { name: "Postgres' clients", neededBy: ['fault'], get: postgresClients },
  { name: "Prometheus' programs", neededBy: ['deployment', 'fault'], get: prometheusPrograms },
  { name: "Kubernetes' schemas", neededBy: ['deployment'], get: kubernetesSchemas },
  { name: 'Helm', neededBy: ['deployment'], get: helmProgram },
];

/** Gets the tools of one suite, one after the other. Rejects with what is missing and what to install. */
export async function getTools(suite: string, log: (line: string) => void): Promise<void> {
  for (const { neededBy, get } of tools) if (neededBy.some((name) => name === suite)) await get(log);
}
