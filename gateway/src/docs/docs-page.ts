import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { digestOf } from './stored-answer.ts';

/** A file that the page loads. */
export interface PageFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';

/** The page's files by name: Swagger UI as its package has it, and what starts it here. */
export function pageFiles(): readonly PageFile[] {
  const require = createRequire(import.meta.url);
  const [swaggerStyle, swaggerScript] = [
    require.resolve('swagger-ui-dist/swagger-ui.css'),
    require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  ];
  const own = (name: string) => readFileSync(new URL(name, import.meta.url));
  return [
    { name: 'swagger-ui.css', type: style, bytes: readFileSync(swaggerStyle) },
    { name: 'swagger-ui-bundle.js', type: script, bytes: readFileSync(swaggerScript) },
    { name: 'page.css', type: style, bytes: own('page.css') },
    { name: 'start-page.js', type: script, bytes: own('start-page.js') },
  ];
}

/** Where the files are: an address of their content, so that browsers may keep them. */
export function folderOf(files: readonly PageFile[]): string {
  return `/api/docs/${digestOf(Buffer.concat(files.map(({ bytes }) => bytes)))}`;
}

/** The page at `/api/docs`, for files in that folder. */
export function pageText(folder: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API - Ridgeline</title>
    <link rel="icon" href="/favicon.svg">
    <link rel="stylesheet" href="${folder}/swagger-ui.css">
    <link rel="stylesheet" href="${folder}/page.css">
  </head>
  <body>
    <p class="session">
      Calls that you execute here are sent with your session and change real data.
      <a href="/">Sign in to Ridgeline</a> in this browser first.
    </p>
    <main id="api"></main>
    <script src="${folder}/swagger-ui-bundle.js"></script>
    <script src="${folder}/start-page.js"></script>
  </body>
</html>
`;
}
