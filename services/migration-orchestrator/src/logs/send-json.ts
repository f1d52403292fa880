import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import type { Endpoint } from '@ridgeline/contracts';
import type { Call } from '@ridgeline/kit';

/** Texts of up to this many pieces are sent uncompressed: they fit into a few packets. */
const few = 3;

/**
 * The encodings, best first: brotli compresses a log best, and even better when told the size in advance (ADR 37). All of
 * them run on libuv's threads, so that other calls do not wait.
 */
const packings = {
  br: (length: number) =>
    createBrotliCompress({
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: length },
    }),
  zstd: () => createZstdCompress(),
  gzip: () => createGzip(),
} as const;
const names = Object.keys(packings) as (keyof typeof packings)[];

/** Sends the JSON text, which arrives in pieces, unchanged; compressed if the client accepts that. */
export async function sendJsonText(
  { req, res }: Pick<Call<Endpoint>, 'req' | 'res'>,
  pieces: readonly string[],
): Promise<void> {
  res.type('application/json').vary('accept-encoding');
  if (pieces.length <= few) {
    res.send(pieces.join(''));
    return;
  }
  const packing = names.find((name) => req.acceptsEncodings(name) === name);
  if (packing) res.set('content-encoding', packing);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  await pipeline([Readable.from(pieces), ...(packing ? [packings[packing](length)] : []), res]);
}
