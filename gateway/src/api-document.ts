import { createHash } from 'node:crypto';
import { openApiDocument } from '@ridgeline/contracts/openapi';
import type { RequestHandler } from 'express';

/**
 * Answers the description of the API, which anonymous clients may request without a limit of its own: its bytes and their
 * ETag are made once, and a client that sends the ETag gets an empty 304.
 */
export function answerApiDocument(): RequestHandler {
  const bytes = Buffer.from(JSON.stringify(openApiDocument()));
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return (_req, res) => void res.set({ 'content-type': 'application/json; charset=utf-8', etag }).send(bytes);
}
