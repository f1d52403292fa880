import { TextDecoder, TextEncoder } from 'node:util';

/** What the server of the page answers, by path, with or without its query; null to all else. */
let answers: Readonly<Record<string, unknown>> = {};

/** How often each path was requested since the answers were last set. */
const asked = new Map<string, number>();

/** A rejection with its text, sent as JSON if it looks like an object. */
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
  const { pathname, search } = new URL(url, 'http://page');
  asked.set(pathname, timesAsked(pathname) + 1);
  const answer = answers[pathname + search] ?? answers[pathname] ?? null;
  if (!(answer instanceof Refusal)) return { ok: true, status: 200, json: () => Promise.resolve(answer) };
  const { status, text } = answer;
  const headers = new Map(text.startsWith('{') ? [['content-type', 'application/json']] : []);
  return { ok: false, status, headers, text: () => Promise.resolve(text) };
}

/** A page that is open in one tab. */
class OneTab extends EventTarget {
  readonly postMessage = () => undefined;
  readonly close = () => undefined;
}

/** What jsdom lacks. Import this before modules that look for it when they load: the router and the API client. */
Object.assign(globalThis, {
  TextDecoder,
  TextEncoder,
  BroadcastChannel: OneTab,
  fetch: (url: string) => Promise.resolve(answerTo(url)),
  matchMedia: () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
});
