import { errorStatus, type ErrorBody, type ErrorCode } from '@ridgeline/contracts';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { AppError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { requestIdOf } from './request-context.ts';

/** The error body of the contract: `error` and `message` hold the same text. */
export function errorBody(error: AppError, requestId: string): ErrorBody {
  const hasFields = Object.keys(error.fields).length > 0;
  return {
    ...error.extra,
    error: error.text,
    message: error.text,
    code: error.code,
    requestId,
    ...(hasFields ? { fields: { ...error.fields } } : {}),
  };
}

/** Codes of Express' body parser and router, by their stable `type` or status. */
const foreignCodes: Record<string, ErrorCode> = {
  'entity.parse.failed': 'request.malformed_json',
  'entity.too.large': 'request.too_large',
  'charset.unsupported': 'request.unsupported_media_type',
  'encoding.unsupported': 'request.unsupported_media_type',
  'request.aborted': 'request.invalid',
  'request.size.invalid': 'request.invalid',
};

function foreignCode(error: unknown): ErrorCode {
  if (typeof error !== 'object' || error === null) return 'server.failed';
  const { type, status } = error as { type?: unknown; status?: unknown };
  if (typeof type === 'string' && foreignCodes[type]) return foreignCodes[type];
  return status === 400 ? 'request.invalid' : 'server.failed';
}

/** Anything thrown as an `AppError`; a foreign error becomes `server.failed`, and its text stays in the log. */
export function toAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError(foreignCode(error), { cause: error });
}

/** At least one: a caller that reads zero would call again immediately. */
function wholeSeconds(seconds: number): string {
  return String(Math.max(1, Math.ceil(seconds)));
}

/** The last middleware: turns every error into the contract's body, once. */
export function answerErrors(logger: Logger): ErrorRequestHandler {
  return (thrown: unknown, req, res, next) => {
    const error = toAppError(thrown);
    const status = errorStatus(error.code);
    if (status >= 500)
      logger.error({ err: thrown, code: error.code, details: error.details }, 'A request failed');
    if (res.headersSent) {
      next(thrown);
      return;
    }
    if (error.retryAfterSeconds !== null) res.set('retry-after', wholeSeconds(error.retryAfterSeconds));
    res.status(status).json(errorBody(error, requestIdOf(req)));
  };
}

/** Answers requests that no route handles. */
export const answerNotFound: RequestHandler = () => {
  throw new AppError('request.not_found');
};
