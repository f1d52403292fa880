import { AsyncLocalStorage } from 'node:async_hooks';

/** Ids that appear on every log line written while the work runs. */
export interface LogContext {
  readonly requestId?: string;
  readonly userId?: number;
  readonly companyId?: string;
  readonly migrationId?: number;
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
