import { join } from 'node:path';
import type { Product } from '@ridgeline/devstack';
import { endOf } from '../support/ended-service.ts';
import { storesPassword, wrong, type GuardedStores } from '../support/guarded-stores.ts';

/** A service whose variables do not match the stores. */
interface Misled {
  readonly what: string;
  readonly service: 'migration-orchestrator' | 'migration-worker';
  readonly change?: Readonly<Record<string, string>>;
  /** Variables that are not set. */
  readonly without?: RegExp;
  /** The variable of the address that its last line names, and the reason that the line gives. */
  readonly variable: string;
  readonly reason: string;
}

function misled(product: Product, { folder }: GuardedStores): readonly Misled[] {
  const foreign = join(folder, wrong.authority);
  const kafka = { service: 'migration-worker', variable: 'KAFKA_BROKERS' } as const;
  const redis = { service: 'migration-worker', variable: 'REDIS_URL' } as const;
  const postgres = { service: 'migration-orchestrator', variable: 'DATABASE_URL' } as const;
  const inTheClear = product.servers.redis.url.replace('rediss:', 'redis:');
  const password = join(folder, wrong.password);
  const untrusted = (variable: string) => `not trusted, or is for another name: ${variable} does not fit`;
  const authority = { what: 'another authority', change: { NODE_EXTRA_CA_CERTS: foreign } };
  const node = untrusted('NODE_EXTRA_CA_CERTS');
  return [
    { ...postgres, ...authority, reason: node },
    { ...postgres, what: 'in the clear', without: /^PG/, reason: 'PGSSLMODE=verify-full' },
    { ...redis, ...authority, reason: node },
    { ...redis, what: 'in the clear', change: { REDIS_URL: inTheClear }, reason: 'rediss://' },
    {
      ...kafka,
      what: 'another authority',
      change: { KAFKA_CA_FILE: foreign },
      reason: untrusted('KAFKA_CA'),
    },
    {
      ...kafka,
      what: 'in the clear',
      without: /^KAFKA_(TLS|CA|CERT|KEY)/,
      reason: 'asks for TLS (KAFKA_TLS)',
    },
    { ...kafka, what: 'no certificate', without: /^KAFKA_(CERT|KEY)/, reason: 'KAFKA_CERT and KAFKA_KEY' },
    {
      ...kafka,
      what: 'a wrong password',
      change: { KAFKA_SASL_PASSWORD_FILE: password },
      reason: 'KAFKA_SASL_PASSWORD is wrong',
    },
  ];
}

/** What one of them did wrong. */
async function wrongOf(
  product: Product,
  { what, service, change = {}, without, variable, reason }: Misled,
): Promise<string[]> {
  const whole = Object.entries(product.processes(service)[0]?.options.env ?? {});
  const kept = Object.fromEntries(whole.filter(([name]) => !without?.test(name)));
  const env = { ...kept, PORT: '0', METRICS_PORT: '0', ...change };
  const { code, said, besides, lines, last } = await endOf(join('services', service), env);
  const failures = lines.filter(({ level }) => level === 'error' || level === 'fatal');
  const { details = {} } = last?.err ?? {};
  const right =
    code === 1 &&
    failures.length === 1 &&
    last?.msg === 'The service cannot start' &&
    details['variable'] === variable &&
    details['reason']?.includes(reason) === true &&
    !`${said}${besides}`.includes(storesPassword);
  return right ? [] : [`${variable}, ${what}: it ended with ${code} and said ${said}${besides}`];
}

/**
 * Starts services that are misconfigured beside the running ones, a few concurrently. Returns what was wrong: each must end
 * with a single line above the level of a warning, which names the problem, and must show no password.
 */
export async function misledServices(product: Product, stores: GuardedStores): Promise<string[]> {
  const wrongs: string[] = [];
  for (const group of Object.values(Object.groupBy(misled(product, stores), ({ variable }) => variable)))
    wrongs.push(...(await Promise.all((group ?? []).map((each) => wrongOf(product, each)))).flat());
  return wrongs;
}
