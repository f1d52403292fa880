import { ApiError, ConnectionError, isErrorCode } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';

/** What the auth service answered, as the gateway's own error: same code, text, fields and time to wait. */
export function relayedError(error: unknown): AppError {
  if (error instanceof ApiError && error.code !== null && isErrorCode(error.code) && error.status < 500)
    return new AppError(error.code, {
      text: error.message,
      fields: error.fields,
      cause: error,
      ...(error.retryAfterSeconds === null ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    });
  if (error instanceof ApiError || error instanceof ConnectionError)
    return new AppError('server.unavailable', { details: { upstream: 'auth' }, cause: error });
  return new AppError('server.failed', { cause: error });
}
