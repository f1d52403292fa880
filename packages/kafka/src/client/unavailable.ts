import { AppError } from '@ridgeline/kit';

/** What a failure of kafkajs becomes: retriable, with the cause for the log. */
export function unavailable(cause: unknown, details: Readonly<Record<string, unknown>> = {}): AppError {
  return new AppError('server.unavailable', { details: { dependency: 'kafka', ...details }, cause });
}
