import type { RedisUser } from '@ridgeline/redis/users';
import type { StackSecrets } from './secrets.ts';

/** The addresses that services are given. */
export interface ServiceAddresses {
  readonly postgres: (role: string) => string;
  /** The address of Redis for the user of a component. */
  readonly redis: (user: RedisUser) => string;
  readonly kafka: string;
  /** Where emails are handed in: `smtp://host:port`. */
  readonly smtp: string;
  readonly services: Readonly<Record<string, string>>;
  readonly simulators: { readonly acculynx: string; readonly hubspot: string };
  readonly gateway: string;
  /** The built web app's folder; null where none is served. */
  readonly webRoot: string | null;
}

/**
 * The services of the product: their names, which their metrics, logs and images carry, and their folders in the
 * repository. `schema` is also the stem of the database roles; null where a service owns no database.
 */
export const services = [
  { name: 'auth', folder: 'services/auth', schema: 'auth' },
  { name: 'connection', folder: 'services/connection', schema: 'connection' },
  { name: 'validation', folder: 'services/validation', schema: 'validation' },
  { name: 'migration-orchestrator', folder: 'services/migration-orchestrator', schema: 'migration' },
  { name: 'migration-worker', folder: 'services/migration-worker', schema: null },
  { name: 'gateway', folder: 'gateway', schema: null },
] as const;
export type ServiceName = (typeof services)[number]['name'];

/** AccuLynx accepts public https addresses only; the simulators send events for this one to the gateway. */
export const webhookBaseUrl = 'https://hooks.ridgeline.example';

/** How a local stack runs one service. */
interface ServiceRun {
  readonly instances: number;
  /** Whether all other services get CPU time first, like its requests in the chart: no one waits for its answers. */
  readonly inBackground?: boolean;
  readonly env: (addresses: ServiceAddresses, secrets: StackSecrets) => Record<string, string>;
}

/** One service of the product as a local stack runs it. */
export interface ServiceEntry extends ServiceRun {
  readonly name: ServiceName;
  readonly folder: string;
  readonly schema: string | null;
}

/** How much of the product a stack runs. */
export interface ServiceCounts {
  readonly workers: number;
  readonly gateways: number;
  readonly adminCompanyIds: readonly [string, string];
}

/** Every service: how many of it run, and its variables. */
export function serviceTable({ workers, gateways, adminCompanyIds }: ServiceCounts): readonly ServiceEntry[] {
  const runs: Readonly<Record<ServiceName, ServiceRun>> = {
    auth: {
      instances: 1,
      env: (at, secrets) => ({
        DATABASE_URL: at.postgres('auth'),
        KAFKA_BROKERS: at.kafka,
        REDIS_URL: at.redis('auth'),
        SMTP_URL: at.smtp,
        MAIL_FROM: 'Ridgeline <no-reply@ridgeline.example>',
        PUBLIC_URL: at.gateway,
        PASSWORD_KEY: secrets.passwordKey,
        ADMIN_COMPANY_IDS: adminCompanyIds.join(','),
      }),
    },
    connection: {
      instances: 1,
      env: (at, secrets) => ({
        DATABASE_URL: at.postgres('connection'),
        KAFKA_BROKERS: at.kafka,
        REDIS_URL: at.redis('connection'),
        MASTER_KEYS: secrets.masterKeys,
        AUTH_URL: at.services['auth'] ?? '',
        VALIDATION_URL: at.services['validation'] ?? '',
        ORCHESTRATOR_URL: at.services['migration-orchestrator'] ?? '',
        ACCULYNX_URL: at.simulators.acculynx,
        WEBHOOK_BASE_URL: webhookBaseUrl,
        WEBHOOK_CONTACT: 'webhooks@ridgeline.example',
      }),
    },
    validation: {
      instances: 1,
      env: (at) => ({
        DATABASE_URL: at.postgres('validation'),
        KAFKA_BROKERS: at.kafka,
        REDIS_URL: at.redis('validation'),
        CONNECTION_URL: at.services['connection'] ?? '',
        ACCULYNX_URL: at.simulators.acculynx,
        HUBSPOT_URL: at.simulators.hubspot,
      }),
    },
    'migration-orchestrator': {
      instances: 1,
      env: (at) => ({
        DATABASE_URL: at.postgres('migration'),
        KAFKA_BROKERS: at.kafka,
        CONNECTION_URL: at.services['connection'] ?? '',
        VALIDATION_URL: at.services['validation'] ?? '',
      }),
    },
    'migration-worker': {
      instances: workers,
      inBackground: true,
      env: (at) => ({
        KAFKA_BROKERS: at.kafka,
        REDIS_URL: at.redis('worker'),
        ORCHESTRATOR_URL: at.services['migration-orchestrator'] ?? '',
        CONNECTION_URL: at.services['connection'] ?? '',
        ACCULYNX_URL: at.simulators.acculynx,
        HUBSPOT_URL: at.simulators.hubspot,
      }),
    },
    gateway: {
      instances: gateways,
      env: (at, secrets) => ({
        KAFKA_BROKERS: at.kafka,
        REDIS_URL: at.redis('gateway'),
        SESSION_SECRET: secrets.sessionSecret,
        PUBLIC_URL: at.gateway,
        SUPPORT_CONTACT: 'support@ridgeline.example',
        // All users of a local stack come from one address.
        REGISTRATIONS_PER_ADDRESS: '1000',
        REQUESTS_PER_ADDRESS: '1000',
        ...(at.webRoot === null ? {} : { WEB_ROOT: at.webRoot }),
        AUTH_URL: at.services['auth'] ?? '',
        CONNECTION_URL: at.services['connection'] ?? '',
        VALIDATION_URL: at.services['validation'] ?? '',
        ORCHESTRATOR_URL: at.services['migration-orchestrator'] ?? '',
      }),
    },
  };
  return services.map((service) => ({ ...service, ...runs[service.name] }));
}
