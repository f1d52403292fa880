import { ApiError, ConnectionError, isErrorCode, type ApiClient, type ErrorCode } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';

/** Whether a refusal concerns the user. A code that begins with `session.` concerns the gateway's own call. */
function isForPerson(code: string | null): code is ErrorCode {
  return code !== null && isErrorCode(code) && !code.startsWith('session.');
}

/** What the auth service answered, as the gateway's own error: same code, text, fields and time to wait. */
function relayedError(error: unknown): AppError {
  if (error instanceof ApiError && isForPerson(error.code) && error.status < 500)
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

/** The same client, whose failures are the gateway's own errors, ready to be answered. */
export function relayErrors(client: ApiClient): ApiClient {
  return (endpoint, input, options) =>
    client(endpoint, input, options).catch((error: unknown) => {
      throw relayedError(error);
    });
}
