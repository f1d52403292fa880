import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { chromium, type Browser } from 'playwright-core';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A headless browser: CHROMIUM_PATH, else an installed Chromium or Chrome, else the one inside `@sparticuz/chromium`. */
export async function openBrowser(): Promise<Browser> {
  const own = process.env['CHROMIUM_PATH'] ?? installed.find((path) => existsSync(path));
  if (own) return chromium.launch({ executablePath: own, args: ['--no-sandbox'] });
  return chromium.launch({ executablePath: await sparticuz.executablePath(), args: sparticuz.args });
}
