import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { RequestHandler } from 'express';

const compress = promisify(brotliCompress);
/** Nearly as small as maximum compression, in a tenth of the time. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** The SHA-256 of bytes, for addresses and ETags. */
export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url');

/**
 * Sends the same bytes to everyone. Anonymous clients may request them without a limit, so the ETag is computed once, the
 * bytes are compressed once, at the first request, and a client that sends the ETag gets an empty 304.
 */
export function storedAnswer(bytes: Buffer, headers: Readonly<Record<string, string>>): RequestHandler {
  const digest = digestOf(bytes);
  let compressed: Promise<Buffer> | undefined;
  return async (req, res) => {
    const brotli = req.acceptsEncodings('br') !== false;
    res.vary('Accept-Encoding').set({ ...headers, etag: brotli ? `"${digest}-br"` : `"${digest}"` });
    if (brotli) res.set('content-encoding', 'br').send(await (compressed ??= compress(bytes, quality)));
    else res.send(bytes);
  };
}
