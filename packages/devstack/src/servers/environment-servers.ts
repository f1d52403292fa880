import { waitForKafka } from '@ridgeline/kafka/readiness';
import { waitForPostgres } from '@ridgeline/postgres/readiness';
import { waitForRedis } from './redis-readiness.ts';
import type { ServerName, StartedServer } from './server-process.ts';

const ANSWERS_WITHIN_MS = 15_000;

/** The variables that name servers that are already running. */
export const VARIABLES: Record<ServerName, string> = {
  postgres: 'DATABASE_URL',
  redis: 'REDIS_URL',
  kafka: 'KAFKA_BROKERS',
};

/** The server that the environment names, when it names one. Throws when it does not answer in time. */
export async function environmentServer(
  name: ServerName,
  patienceMs = ANSWERS_WITHIN_MS,
): Promise<StartedServer | undefined> {
  const address = process.env[VARIABLES[name]] ?? '';
  if (address === '') return undefined;
  try {
    await answers(name, address, AbortSignal.timeout(patienceMs));
  } catch (error) {
    throw new Error(`${VARIABLES[name]} is set, but ${name} does not answer there`, { cause: error });
  }
  const refuse = () => Promise.reject(new Error(`${name} was not started here (${VARIABLES[name]} is set)`));
  return { how: 'environment', address, restart: refuse, kill: refuse };
}

function answers(name: ServerName, address: string, signal: AbortSignal): Promise<void> {
  switch (name) {
    case 'postgres':
      return waitForPostgres(address, signal);
    case 'redis':
      return waitForRedis(address, signal);
    case 'kafka':
      return waitForKafka(address.split(','), signal);
  }
}
