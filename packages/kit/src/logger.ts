import { AsyncLocalStorage } from 'node:async_hooks';
import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { currentTraceId } from './telemetry/spans.ts';

export type Logger = PinoLogger;

/** Names under which secrets travel; their values are cut out of every log line, three levels deep. */
const secretNames = [
  'password',
  'currentPassword',
  'newPassword',
  'acculynxApiKey',
  'hubspotPat',
  'authorization',
  'cookie',
  'token',
  'tokenKey',
  'apiKey',
  'secret',
];

const redactPaths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`]);

/** A JSON logger: one line per event, with the ids of the log context and of the trace, and without secrets. */
export function createLogger(
  { service, level = 'info' }: { service: string; level?: string },
  destination?: DestinationStream,
): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redactPaths, censor: '[secret]' },
    mixin: () => {
      const traceId = currentTraceId();
      return traceId === undefined ? { ...currentLogContext() } : { ...currentLogContext(), traceId };
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Ids that appear on every log line written while the work runs. */
export interface LogContext {
  readonly requestId?: string;
  readonly userId?: number;
  readonly companyId?: string;
  readonly migrationId?: number;
  readonly syncId?: number;
  readonly sweepId?: number;
  readonly connectionId?: number;
}

const storage = new AsyncLocalStorage<LogContext>();

/** Runs the work with these ids added to those already in force. */
export function withLogContext<T>(context: LogContext, work: () => T): T {
  return storage.run({ ...storage.getStore(), ...context }, work);
}

/** The ids in force. */
export function currentLogContext(): LogContext {
  return storage.getStore() ?? {};
}
