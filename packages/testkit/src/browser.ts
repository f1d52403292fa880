import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import sparticuz from '@sparticuz/chromium';
import { chromium, type Browser } from 'playwright-core';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * A headless browser: CHROMIUM_PATH, else an installed Chromium or Chrome, else the one inside `@sparticuz/chromium`. Tools
 * with a client of their own reach it at `debuggingPort`.
 */
export async function openBrowser({ debuggingPort }: { debuggingPort?: number } = {}): Promise<Browser> {
  const executablePath = await browserProgram();
  // Root needs --no-sandbox. The package's own arguments are for cloud functions: one process, no web security.
  const debugging = debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`];
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', ...debugging],
    ignoreDefaultArgs: (await hasSharedMemory()) ? ['--disable-dev-shm-usage'] : [],
  });
}

/** Whether the machine's shared memory has room for a browser, which is slower with files; many containers have 64 MB. */
async function hasSharedMemory(): Promise<boolean> {
  const { bavail, bsize } = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > 2 ** 30;
}

/** The full path of the browser. The one inside the package is unpacked once, into the folder of temporary files. */
export async function browserProgram(): Promise<string> {
  const own = process.env['CHROMIUM_PATH'] ?? installed.find((path) => existsSync(path));
  return own ?? sparticuz.executablePath();
}
