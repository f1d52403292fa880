import { TextEncoder } from 'node:util';

/** What the server of the page answers, by path; null to all else. */
let answers: Readonly<Record<string, unknown>> = {};

/** How often each path was asked for since the answers were set last. */
const asked = new Map<string, number>();

/** An answer that is a refusal, with its text. */
export class Refusal {
  readonly status: number;
  readonly text: string;

  constructor(status: number, text: string) {
    this.status = status;
    this.text = text;
  }
}

/** Sets what the server of the page answers from now on. */
export function answerWith(next: typeof answers): void {
  answers = next;
  asked.clear();
}

/** How often a path was asked for since the answers were set. */
export const timesAsked = (path: string): number => asked.get(path) ?? 0;

function answerTo(url: string) {
  const { pathname } = new URL(url, 'http://page');
  asked.set(pathname, timesAsked(pathname) + 1);
  const answer = answers[pathname] ?? null;
  if (!(answer instanceof Refusal)) return { ok: true, status: 200, json: () => Promise.resolve(answer) };
  const { status, text } = answer;
  return { ok: false, status, headers: new Map(), text: () => Promise.resolve(text) };
}

/** What jsdom has not; import it before what looks for that as it starts: the router and the client of the API. */
Object.assign(globalThis, {
  TextEncoder,
  fetch: (url: string) => Promise.resolve(answerTo(url)),
  matchMedia: () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
});
