/**
 * `npm run pictures`: takes the screenshots of README and guide from the running product, which it starts with a fresh demo
 * company: the form of a connection, a migration while it runs, and its summary. Each is taken at desktop (1440) and phone
 * width (390), into `docs/images/`.
 */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createMigration, getMigration } from '@ridgeline/contracts';
import { openApiSession, startProduct, type ApiSession, type Product } from '@ridgeline/devstack';
import { eventually } from '@ridgeline/testkit/eventually';
import { openBrowser } from '@ridgeline/testkit/browser';
import { connect } from './demo/connect.ts';
import { runMain } from './run-main.ts';

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof openBrowser>>['newPage']>>;

const folder = join('docs', 'images');
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The content of a screenshot: the page has settled when `show` resolves. The height follows the content. */
interface Picture {
  readonly name: string;
  readonly path: string;
  readonly desk: number;
  readonly phone: number;
  readonly show: (page: Page) => Promise<void>;
}

/** Takes a picture at both widths, as a signed-in user. */
async function take(product: Product, session: ApiSession, picture: Picture): Promise<void> {
  const { gateway } = product.description;
  await using browser = await openBrowser();
  for (const [width, height, file] of [
    [1440, picture.desk, `${picture.name}.png`],
    [390, picture.phone, `${picture.name}-390.png`],
  ] as const) {
    await using context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
    await context.addCookies(
      session
        .cookie()
        .split('; ')
        .map((cookie) => ({
          name: cookie.slice(0, cookie.indexOf('=')),
          value: cookie.slice(cookie.indexOf('=') + 1),
          url: gateway,
        })),
    );
    // The machine may be busy.
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    await page.goto(`${gateway}${picture.path}`);
    await picture.show(page);
    const path = join(folder, file);
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
    print(`${path}: ${String(Math.ceil(statSync(path).size / 1024))} kB`);
  }
}

/** The demo company's connection, half filled in as a user would. */
async function fillIn(page: Page): Promise<void> {
  const form = page.getByRole('dialog', { name: 'Create New Connection' });
  await form.getByLabel('Name', { exact: true }).fill('Brazos Roofing - Waco');
  await form.getByText('Where do I find the API key?').click();
  await form.getByText('Create a key for Ridgeline alone').waitFor();
}

async function takeAll(product: Product): Promise<void> {
  const { gateway, signIns, credentials } = product.description;
  const [person] = signIns;
  const [vendors] = credentials;
  if (!person || !vendors) throw new Error('The stack has no demo company');
  const session = openApiSession(gateway);
  await session.signIn(person.email, person.password);
  await take(product, session, {
    name: 'connect',
    path: '/connections?dialog=create',
    ...{ desk: 900, phone: 844 },
    show: fillIn,
  });
  const connection = await connect(session, vendors, 'Brazos Roofing - Waco');
  const { id } = await session.callPatiently(createMigration, {
    body: {
      ...{ connectionId: connection.id, migrationType: 'contacts', includeNoEmailContacts: true },
      // Long enough for two screenshots.
      ...{ concurrency: 2, delayMs: 300 },
    },
  });
  const path = `/migrations/${String(id)}`;
  const reached = (share: number) =>
    eventually(
      async () => {
        const { processedCount, targetCount } = await session.call(getMigration, {
          params: { id: String(id) },
        });
        if (targetCount === 0 || processedCount < targetCount * share)
          throw new Error(`${String(processedCount)} done`);
      },
      { within: 300_000, what: 'the migration to come so far' },
    );
  await reached(0.2);
  await take(product, session, {
    name: 'watch',
    path,
    ...{ desk: 640, phone: 844 },
    show: async (page) => {
      await page.getByText('Copying contacts to HubSpot').waitFor();
      await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
    },
  });
  await reached(1);
  await take(product, session, {
    name: 'account',
    path,
    ...{ desk: 1150, phone: 844 },
    show: async (page) => {
      await page.getByRole('heading', { name: /^Completed/ }).waitFor();
      await page.getByText(/read back from HubSpot:/).waitFor();
    },
  });
}

await runMain(async () => {
  const root = process.cwd();
  const dir = join(root, '.ridgeline', `pictures-${String(process.pid)}`);
  rmSync(dir, { recursive: true, force: true });
  await using product = await startProduct({ root, dir, log: print, durable: false });
  await takeAll(product);
});
