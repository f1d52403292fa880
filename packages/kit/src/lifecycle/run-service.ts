import type { z } from 'zod';
import { ConfigError, fileOf, loadConfig } from '../load-config.ts';
import type { serviceConfig } from './service-config.ts';
import { watchIdentityKeys } from '../identity/identity-keys.ts';
import { createLogger, type Logger } from '../logger.ts';
import { Registry } from '../metrics/index.ts';
import { measureProcess } from '../metrics/process-metrics.ts';
import { stopTelemetry } from '../telemetry/register.ts';
import { startHealthServer, type ReadinessChecks } from './health-server.ts';

/** What a service's composition root receives. */
export interface Composition<Config> {
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** Whatever is opened goes here; it is closed in reverse order, also when the start fails half way. */
  readonly resources: AsyncDisposableStack;
  /** Ends the process in order because it can no longer do its work; it exits with 1. */
  readonly fail: (reason: unknown) => void;
}

type ServiceConfig = z.ZodObject<typeof serviceConfig.shape>;

/** A service: its name, its configuration and how it is put together. */
export interface ServiceDefinition<Config extends ServiceConfig> {
  readonly name: string;
  readonly config: Config;
  readonly compose: (parts: Composition<z.output<Config>>) => Promise<{ ready: ReadinessChecks }>;
}

/** The service's configuration. An invalid one is reported in one line, and the process ends before anything starts. */
function configurationOf<Config extends ServiceConfig>({
  name,
  config,
}: ServiceDefinition<Config>): z.output<Config> {
  try {
    return loadConfig(config);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    createLogger({ service: name }).error({ problems: error.problems }, error.message);
    process.exit(1);
  }
}

/**
 * Runs a service until SIGTERM, SIGINT or an unhandled error: readiness goes off, resources close in reverse order,
 * and the process ends within SHUTDOWN_MS whatever happens.
 */
export async function runService<Config extends ServiceConfig>(
  definition: ServiceDefinition<Config>,
): Promise<void> {
  const { name, compose } = definition;
  const config = configurationOf(definition);
  const base = config as z.output<ServiceConfig>;
  const logger = createLogger({ service: name, level: base.LOG_LEVEL });
  const metrics = new Registry();
  metrics.setDefaultLabels({ service: name });
  measureProcess(metrics);

  const resources = new AsyncDisposableStack();
  const keyFile = fileOf('IDENTITY_KEY');
  if (keyFile !== undefined)
    resources.use(watchIdentityKeys({ file: keyFile, keys: base.IDENTITY_KEY, logger }));
  let checks: ReadinessChecks | null = null;
  let stopping = false;

  const stop = (exitCode: number): void => {
    if (stopping) return;
    stopping = true;
    checks = null;
    setTimeout(() => {
      logger.error('The stop took too long; the process ends now');
      process.exit(1);
    }, base.SHUTDOWN_MS).unref();
    void resources
      .disposeAsync()
      .catch((error: unknown) => logger.error({ err: error }, 'A resource did not close'))
      .then(stopTelemetry)
      .catch((error: unknown) => logger.warn({ err: error }, 'The last spans could not be sent'))
      .finally(() => process.exit(exitCode));
  };
  const fail = (reason: unknown): void => {
    logger.fatal({ err: reason }, 'The service cannot go on');
    stop(1);
  };

  process.once('SIGTERM', () => stop(0));
  process.once('SIGINT', () => stop(0));
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);

  try {
    resources.use(
      await startHealthServer({ host: base.HOST, port: base.METRICS_PORT, metrics, checks: () => checks }),
    );
    const { ready } = await compose({ config, logger, metrics, resources, fail });
    checks = ready;
    logger.info('The service is ready');
  } catch (error) {
    logger.fatal({ err: error }, 'The service cannot start');
    stop(1);
  }
}
