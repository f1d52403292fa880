import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
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
  test('When a company migrates, then only its own people see it on the live stream', async () => {
    const connection = await stranger.connect('Somebody else');
    await using ours = await openStream(owner);
    await using theirs = await openStream(stranger);
    const { id } = await stranger.startMigration(connection);
    await theirs.until((text) => text.includes('"status":"completed"') && text.includes(`"id":${id}`));
    const mine = await owner.startMigration(await owner.connect('Ours again'));
    await ours.until((text) => text.includes(`"id":${mine.id}`));
    expect(ours.text()).not.toContain('Somebody else');
    expect(theirs.text()).not.toContain('Ours again');
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
