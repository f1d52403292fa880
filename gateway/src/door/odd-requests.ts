import type { ErrorCode } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import type { Request, RequestHandler } from 'express';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);
const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

function hasBody({ headers }: Request): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

function problemOf(req: Request): ErrorCode | null {
  const { method, headers, httpVersionMinor } = req;
  if (reading.has(method)) {
    if (hasBody(req)) return 'request.body_unexpected';
  } else if (!writing.has(method)) return 'request.method_not_allowed';
  // The server joins repeated headers: two proxies could each believe another one of them (RFC 9112, 3.2).
  if (headers.host?.includes(',')) return 'request.invalid';
  // HTTP/1.0 knows no chunks: a proxy in front may have seen the body end elsewhere (RFC 9112, 6.1).
  return httpVersionMinor === 0 && headers['transfer-encoding'] !== undefined ? 'request.invalid' : null;
}

/**
 * Refuses requests that no call of the contract needs before anything is done for them: bodies where nothing is written,
 * methods that are not used (TRACE among them), and what two HTTP parsers could read differently. Their connection ends
 * with the answer, because where the next request would begin is as doubtful as the rest.
 */
export const refuseOddRequests: RequestHandler = (req, res, next) => {
  const code = problemOf(req);
  if (code !== null) {
    res.set('connection', 'close');
    if (code === 'request.method_not_allowed') res.set('allow', [...reading, ...writing].join(', '));
    throw new AppError(code);
  }
  next();
};
