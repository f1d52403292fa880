import { TextEncoder } from 'node:util';

/** What the server of the page answers, by path; null to all else. */
let answers: Readonly<Record<string, unknown>> = {};

/** Sets what the server of the page answers from now on. */
export function answerWith(next: typeof answers): void {
  answers = next;
}

/** What jsdom has not; import it before what looks for that as it starts: the router and the client of the API. */
Object.assign(globalThis, {
  TextEncoder,
  fetch: (url: string) =>
    Promise.resolve({
      ok: true,
      status: 200,
      json: () => Promise.resolve(answers[new URL(url, 'http://page').pathname] ?? null),
    }),
  matchMedia: () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
});
