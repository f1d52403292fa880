import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { AppError } from '@ridgeline/kit';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { pagePolicy } from '../security-headers.ts';

const yearSeconds = 31_536_000;
const noncePlaceholder = '__CSP_NONCE__';
const appearancePlaceholder = '__APPEARANCE__';

/** The page's inline scripts. */
const inlineScript = /<script>(.*?)<\/script>/gs;

/** The user's choice (web/src/ui/theme/appearance.ts), written into the page so that its first paint already uses it. */
const appearanceCookie = /(?:^|; )ridgeline-appearance=(light|dark)(?:;|$)/;

const compress = promisify(brotliCompress);
/** Slightly larger than the smallest, in a fraction of the time: each page is compressed separately. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The app's own addresses: plain words, no dots, so that a missing file is not answered as if it were one of them. */
const pagePath = /^\/(?:[\w~-]+(?:\/[\w~-]+)*\/?)?$/;
/** Prefixes that never belong to the app. */
const reserved = /^\/(?:api|assets|internal|hooks|metrics|healthz|readyz|__sim)(?:\/|$)/i;

/** Whether an address is one of the app's pages (or could be: the app itself says '404 Page Not Found'). */
function isPagePath(path: string): boolean {
  return path === '/index.html' || (pagePath.test(path) && !reserved.test(path));
}

/** Whether an address can be decoded; one like `/%` cannot. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Whether a user opens a page: browsers then accept HTML, unlike programs and scripts. */
function isVisit({ method, headers }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') ?? false);
}

/** Writes the app's page, with a nonce of its own. */
function pageOf(webRoot: string): (req: Request, res: Response) => Promise<void> {
  const page = readFileSync(join(webRoot, 'index.html'), 'utf8');
  const scripts = [...page.matchAll(inlineScript)].map(
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  );
  return async (req, res) => {
    const nonce = randomBytes(16).toString('base64');
    const [, appearance = ''] = appearanceCookie.exec(req.headers.cookie ?? '') ?? [];
    const html = page.replaceAll(noncePlaceholder, nonce).replace(appearancePlaceholder, appearance);
    res
      .set({ 'cache-control': 'no-cache', 'content-security-policy': pagePolicy(nonce, scripts) })
      .vary('Accept-Encoding')
      .type('html');
    if (req.acceptsEncodings('br')) res.set('content-encoding', 'br').send(await compress(html, quality));
    else res.send(html);
  };
}

function cacheFor(res: Response, immutable: boolean): void {
  res.set('cache-control', immutable ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
}

function serveFiles(webRoot: string): RequestHandler {
  const assets = join(webRoot, 'assets');
  return expressStaticGzip(webRoot, {
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    index: false,
    serveStatic: {
      redirect: false,
      dotfiles: 'ignore',
      cacheControl: false,
      // Vite puts a hash into every name under assets/.
      setHeaders: (res, path) => cacheFor(res as Response, path.startsWith(assets)),
    },
  }) as RequestHandler;
}

/**
 * The built web app: precompressed files, hashed ones cacheable forever, and `index.html` with a fresh nonce and the chosen
 * appearance for each of the app's addresses. A missing file is 404: with the app's page for a user who opened an address
 * that could be the app's, otherwise with an error body.
 */
export function createStaticFiles(webRoot: string): Router {
  const root = resolve(webRoot);
  const sendPage = pageOf(root);
  const servePage: RequestHandler = async (req, res, next) => {
    const reading = req.method === 'GET' || req.method === 'HEAD';
    if (reading && isReadable(req.path) && isPagePath(req.path)) await sendPage(req, res);
    else next();
  };
  const answerMissing: RequestHandler = (req, res) => {
    // No file was sent, so the content encoding set for it must not remain.
    res.removeHeader('content-encoding');
    if (reserved.test(req.path) || !isVisit(req)) throw new AppError('request.not_found');
    return sendPage(req, res.status(404));
  };
  const files = serveFiles(root);
  const serveReadable: RequestHandler = (req, res, next) => {
    if (isReadable(req.path)) files(req, res, next);
    else next();
  };
  const router = Router();
  router.use(servePage, serveReadable, answerMissing);
  return router;
}
