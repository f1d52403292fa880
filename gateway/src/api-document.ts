import { createHash } from 'node:crypto';
import { openApiDocument } from '@ridgeline/contracts/openapi';
import type { RequestHandler } from 'express';

/**
 * Answers the description of the API, which anybody may ask for as often as they like: its bytes and their ETag are made
 * once, and whoever has them already gets an empty 304.
 */
export function answerApiDocument(): RequestHandler {
  const bytes = Buffer.from(JSON.stringify(openApiDocument()));
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return (_req, res) => void res.set({ 'content-type': 'application/json; charset=utf-8', etag }).send(bytes);
}
