import { openApiDocument } from '@ridgeline/contracts/openapi';
import { AppError } from '@ridgeline/kit';
import type { RequestHandler, Router } from 'express';
import { docsPolicy } from '../security-headers.ts';
import { folderOf, pageFiles, pageText } from './docs-page.ts';
import { storedAnswer } from './stored-answer.ts';

/** Answers the description of the API. */
export function answerApiDocument(): RequestHandler {
  return storedAnswer(Buffer.from(JSON.stringify(openApiDocument())), {
    'content-type': 'application/json; charset=utf-8',
  });
}

const answerMissing: RequestHandler = () => {
  throw new AppError('request.not_found');
};

/** Binds the API description and the page for reading and trying it. Both are public. */
export function bindDocs(router: Router): void {
  const files = pageFiles();
  const folder = folderOf(files);
  router.get('/api/openapi.json', answerApiDocument());
  router.get(
    '/api/docs',
    storedAnswer(Buffer.from(pageText(folder)), {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': docsPolicy,
    }),
  );
  for (const { name, type, bytes } of files)
    router.get(
      `${folder}/${name}`,
      storedAnswer(bytes, {
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
      }),
    );
  router.use('/api/docs', answerMissing);
}
