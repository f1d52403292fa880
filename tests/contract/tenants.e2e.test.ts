import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { validateHubspotProperties } from '@ridgeline/contracts';
import { newTestCompany, stackOfTests, type TestCompany } from '@ridgeline/testkit';

const stack = stackOfTests();
let owner: TestCompany;
let stranger: TestCompany;

beforeAll(async () => {
  [owner, stranger] = await Promise.all([
    newTestCompany(stack, { contacts: 30 }),
    newTestCompany(stack, { contacts: 30 }),
  ]);
}, 60_000);

describe('Who sees what on the live stream', () => {
  test('When a company migrates and saves, then only its own people see it on the live stream', async () => {
    const connection = await stranger.connect('Theirs alone');
    await using ours = await openStream(owner);
    await using theirs = await openStream(stranger);
    const { id } = await stranger.startMigration(connection);
    await theirs.until((text) => text.includes('"status":"completed"') && text.includes(`"id":${id}`));
    const mine = await owner.startMigration(await owner.connect('Ours again'));
    await ours.until((text) => text.includes(`"id":${mine.id}`));
    const operationId = randomUUID();
    const { acculynxApiKey, hubspotPat } = owner.credentials;
    await owner.session.call(validateHubspotProperties, {
      body: { acculynxApiKey, hubspotPat, operationId },
    });
    await ours.until((text) => text.includes(operationId));
    // What comes after it shows that it has passed the others by.
    const last = await stranger.startMigration(connection);
    await theirs.until((text) => text.includes(`"id":${last.id}`));
    expect(ours.text()).not.toContain('Theirs alone');
    expect(theirs.text()).not.toContain('Ours again');
    expect(theirs.text()).not.toContain(operationId);
  }, 60_000);
});

const streams: AbortController[] = [];
afterAll(() => streams.forEach((stream) => stream.abort()));

/** The live stream of a company, collected as text. */
async function openStream(company: TestCompany) {
  const abort = new AbortController();
  streams.push(abort);
  const response = await fetch(`${stack.gateway}/api/migrations/events`, {
    headers: { cookie: company.session.cookie() },
    signal: abort.signal,
  });
  if (!response.body) throw new Error('The stream has no body');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    text: () => text,
    until: async (reached: (text: string) => boolean) => {
      while (!reached(text)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`The stream ended:\n${text}`);
        text += value;
      }
    },
    [Symbol.asyncDispose]: async () => {
      abort.abort();
      await reader.cancel().catch(() => undefined);
    },
  };
}
