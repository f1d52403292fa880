import type { openBrowser } from '@ridgeline/testkit/browser';

export type Browser = Awaited<ReturnType<typeof openBrowser>>;
export type Page = Awaited<ReturnType<Browser['newPage']>>;
