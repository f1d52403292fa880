import { join } from 'node:path';
import { validateHubspotProperties, type Connection } from '@ridgeline/contracts';
import { startProduct } from '@ridgeline/devstack';
import { openBrowser } from '@ridgeline/testkit/browser';
import { eventually, newTestCompany, type TestCompany } from '@ridgeline/testkit';
import { z } from 'zod';

// Run in a copy of the checkout into which the kind was planted: what is imported here knows parcels there. It drives the whole
// product and prints what it saw, which the test checks.

const root = process.cwd();
await using product = await startProduct({
  root,
  dir: join(root, '.ridgeline', 'parcels'),
  log: (line) => process.stderr.write(`${line}\n`),
  durable: false,
  workers: 1,
  contactsPerCompany: 0,
  jobsPerCompany: 0,
});
const { gateway } = product.description;

const runSchema = z.looseObject({ id: z.number(), status: z.string() });

async function ask(company: TestCompany, path: string, body?: unknown): Promise<Response> {
  const headers = { cookie: company.session.cookie(), origin: gateway, 'sec-fetch-site': 'same-origin' };
  const post = { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${gateway}${path}`, {
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : post),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

async function migrate(company: TestCompany, { id: connectionId }: Connection) {
  const wanted = { connectionId, migrationType: 'parcels', parcelLabels: true };
  const { id } = runSchema.parse(await (await ask(company, '/api/migrations', wanted)).json());
  return eventually(
    async () => {
      const run = runSchema.parse(await (await ask(company, `/api/migrations/${id}`)).json());
      if (run.status === 'queued' || run.status === 'running') throw new Error(`It is ${run.status}`);
      return run;
    },
    { within: 60_000, what: 'the migration of parcels to end' },
  );
}

/** The page of a migration, as text and links, and the form of a new one. */
async function pagesOf(company: TestCompany, id: number) {
  const browser = await openBrowser();
  try {
    const context = await browser.newContext();
    const cookies = company.session.cookie().split('; ');
    await context.addCookies(
      cookies.map((cookie) => {
        const [name = '', ...value] = cookie.split('=');
        return { name, value: value.join('='), url: gateway };
      }),
    );
    const page = await context.newPage();
    await page.goto(`${gateway}/migrations/${id}`);
    await page.getByText('Migration Details').waitFor();
    await page.locator('main a[href^="https://my.acculynx.com"]').first().waitFor();
    const detail = await page.locator('main').innerText();
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('main a[href^="https://"]')].map(({ href }) => href)`,
    );
    await page.goto(`${gateway}/migrations`);
    await page.locator(`main a[href="/migrations/${id}"]`).first().waitFor();
    const list = await page.locator('main').innerText();
    await page.getByRole('button', { name: 'Create New Migration' }).click();
    await page.getByRole('radio', { name: 'Parcels' }).check();
    const form = await page.getByRole('dialog', { name: 'Configure Migration' }).innerText();
    return { detail, links: [...new Set(links)], list, form };
  } finally {
    await browser.close();
  }
}

/** A portal that has the object: from saving the connection to the pages and the export. */
async function copied() {
  const company = await newTestCompany(product.description, { contacts: 40 });
  const { control, portalId, credentials } = company;
  const typeId = await control.defineObject(portalId, 'parcels');
  const { acculynxApiKey, hubspotPat } = credentials;
  const missing = await company.session.callPatiently(validateHubspotProperties, {
    body: { acculynxApiKey, hubspotPat, createProperties: false },
  });
  const connection = await company.connect('Parcels');
  const { companyId } = company.user;
  const [refused = '', bare = '', nameless = ''] = await control.sourceIds(companyId, 'contacts');
  await control.changeSourceContact(companyId, refused, { firstName: 'Ann', lastName: 'Lee' });
  await control.changeSourceContact(companyId, bare, { firstName: 'Wade', companyName: '' });
  const noName = { firstName: '', lastName: '', companyName: '' };
  await control.changeSourceContact(companyId, nameless, noName);
  const { id: fault } = await control.addFault({
    vendor: 'hubspot',
    companyId,
    effect: { kind: 'refuse-records', sourceIds: [refused] },
  });
  const first = await migrate(company, connection);
  const csv = await (await ask(company, `/api/migrations/${first.id}/outcomes.csv`)).text();
  const pages = await pagesOf(company, first.id);
  const boxes = await control.targetRecords(portalId, 'parcels');
  await control.clearFaults();
  const again = await migrate(company, connection);
  return { portalId, typeId, missing, connection, refused, fault, first, csv, pages, boxes, again };
}

/** A portal without the object: it is connected for the other kinds, and the run ends before anything is read. */
async function withoutObject() {
  const company = await newTestCompany(product.description, { contacts: 5 });
  const connection = await company.connect('No parcels');
  const { companyId } = company.user;
  const before = (await company.control.requests(companyId)).at(-1)?.number ?? 0;
  const run = await migrate(company, connection);
  const seen = await company.control.requests(companyId, before);
  return { run, paths: seen.map(({ path }) => path) };
}

const seen = { copied: await copied(), withoutObject: await withoutObject() };
process.stdout.write(JSON.stringify(seen));
