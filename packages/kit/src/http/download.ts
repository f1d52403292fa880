import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvText } from '@ridgeline/contracts';
import { stringify } from 'csv-stringify';
import type { Response } from 'express';

/** The cells of a row. */
export type CsvRow = readonly (string | number | null)[];

/** A table that is sent as a file; its rows are produced while it is sent. */
export interface CsvFile {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<CsvRow>;
}

/** Sends CSV with a header; every cell is quoted and holds no formula. The byte order mark tells Excel that it is UTF-8. */
export function sendCsv(res: Response, { name, columns, rows }: CsvFile): Promise<void> {
  const toText = stringify({
    header: true,
    columns: [...columns],
    bom: true,
    quoted: true,
    cast: { string: csvText },
  });
  return download(res, { name, mediaType: 'text/csv', parts: rows }, toText);
}

/** Sends JSON values, one in a line; each part is text that holds whole lines. */
export function sendNdjson(
  res: Response,
  { name, parts }: { readonly name: string; readonly parts: AsyncIterable<string> },
): Promise<void> {
  return download(res, { name, mediaType: 'application/x-ndjson', parts });
}

/**
 * Requests the parts as fast as the client reads: memory holds one part and what is in flight. When the client disconnects,
 * no further part is requested, and that is not an error; when a part fails, the answer is cut off.
 */
async function download(
  res: Response,
  file: { readonly name: string; readonly mediaType: string; readonly parts: AsyncIterable<unknown> },
  ...through: Transform[]
): Promise<void> {
  res.type(file.mediaType).attachment(file.name).type(file.mediaType);
  const parts = Readable.from(file.parts, { highWaterMark: 1 });
  try {
    await pipeline([parts, ...through, res]);
  } catch (error) {
    if (!hasLeft(error)) throw error;
  }
}

/** Whether Node reports a stream that was closed early; a failure of the parts has a code of its own. */
function hasLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
