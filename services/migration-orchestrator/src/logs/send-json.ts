import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { Request, Response } from 'express';

/** A text of this size fits into a packet or two as it is. */
const worthwhile = 2_000;

/**
 * The ways to pack, the best first: zstd takes a fraction of the others' time (ADR 37). All of them work on libuv's
 * threads, so that other calls do not wait.
 */
const packings = {
  zstd: promisify<string, Buffer>(zstdCompress),
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify<string, Buffer>(gzip),
} as const;
type Packing = keyof typeof packings;
const names = Object.keys(packings) as Packing[];

/** Sends the text of a JSON value as it is, packed when the client takes that. */
export async function sendJsonText(req: Request, res: Response, text: string): Promise<void> {
  res.type('application/json').vary('accept-encoding');
  const packing =
    text.length < worthwhile ? undefined : names.find((name) => req.acceptsEncodings(name) === name);
  if (packing === undefined) res.send(text);
  else res.set('content-encoding', packing).send(await packings[packing](text));
}
