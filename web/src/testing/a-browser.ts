import { afterEach, beforeEach, jest } from '@jest/globals';

/** A stream as the server would feed it. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static readonly all: FakeSource[] = [];
  readyState = 0;

  constructor() {
    super();
    FakeSource.all.push(this);
  }

  /** One event of the stream. */
  say(name: string, data: unknown = {}): void {
    if (this.readyState === FakeSource.CLOSED) return;
    this.readyState = 1;
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }

  /** Breaks the connection; the browser reconnects automatically unless it was rejected. */
  fail(how: 'broken' | 'refused' = 'broken'): void {
    this.readyState = how === 'broken' ? 0 : FakeSource.CLOSED;
    this.dispatchEvent(new Event('error'));
  }

  close(): void {
    this.readyState = FakeSource.CLOSED;
  }
}

/** Hands messages on immediately. A frozen one keeps them until it thaws. */
class FakeChannel extends EventTarget {
  static readonly all: FakeChannel[] = [];
  readonly #name: string;
  #kept: unknown[] | null = null;
  #closed = false;

  constructor(name: string) {
    super();
    this.#name = name;
    FakeChannel.all.push(this);
  }

  postMessage(data: unknown): void {
    const copy: unknown = structuredClone(data);
    for (const other of FakeChannel.all)
      if (other !== this && other.#name === this.#name && !other.#closed) other.#receive(copy);
  }

  freeze(): void {
    this.#kept = [];
  }

  thaw(): void {
    const kept = this.#kept ?? [];
    this.#kept = null;
    for (const data of kept) this.#receive(data);
  }

  close(): void {
    this.#closed = true;
  }

  #receive(data: unknown): void {
    if (this.#kept) this.#kept.push(data);
    else this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

interface Claim {
  readonly granted: () => Promise<unknown> | undefined;
  readonly lost: (reason: unknown) => void;
  readonly released: (value: unknown) => void;
}

/** One lock per name, as in https://w3c.github.io/web-locks/: first come, first served, with stealing. */
class FakeLocks {
  readonly #queues = new Map<string, Claim[]>();

  request(name: string, { steal, signal }: LockOptions, granted: Claim['granted']): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const claim: Claim = { granted, lost: reject, released: resolve };
    const queue = this.#queues.get(name) ?? [];
    this.#queues.set(name, queue);
    signal?.addEventListener('abort', () => {
      const place = queue.indexOf(claim);
      if (place > 0) queue.splice(place, 1);
      if (place > 0) reject(new DOMException('Called off', 'AbortError'));
    });
    if (steal) {
      queue.shift()?.lost(new DOMException('Taken', 'AbortError'));
      queue.unshift(claim);
    } else queue.push(claim);
    if (queue[0] === claim) this.#grant(queue, claim);
    return promise;
  }

  #grant(queue: Claim[], claim: Claim): void {
    void Promise.resolve(claim.granted()).then((value) => {
      if (queue[0] !== claim) return;
      queue.shift();
      claim.released(value);
      const next = queue.at(0);
      if (next) this.#grant(queue, next);
    });
  }
}

const replaced = ['EventSource', 'BroadcastChannel', 'navigator', 'document', 'window'] as const;

export interface ABrowser {
  /** The streams opened by its tabs so far, each with what was requested of it. */
  readonly sources: readonly FakeSource[];
  /** The channels of the tabs, in the order in which they joined. */
  readonly channels: readonly FakeChannel[];
  readonly locks: { request: FakeLocks['request'] };
  /** Dispatches an event to all pages. */
  readonly tell: (target: 'document' | 'window', name: string) => void;
  readonly setVisible: (visible: boolean) => void;
  /** The machine sleeps: time passes while timers stop. */
  readonly sleep: (ms: number) => void;
}

/** A browser whose tabs are simulated in one process, with a clock that the test turns, fresh for each test. */
export function browserForTests({ withLocks = true } = {}): ABrowser {
  const former = new Map<string, PropertyDescriptor | undefined>();
  const page = { document: new EventTarget(), window: new EventTarget() };
  const browser = { sources: FakeSource.all, channels: FakeChannel.all, locks: new FakeLocks() };
  let visible = true;
  beforeEach(() => {
    jest.useFakeTimers();
    visible = true;
    FakeSource.all.length = FakeChannel.all.length = 0;
    browser.locks = new FakeLocks();
    page.window = new EventTarget();
    page.document = Object.defineProperty(new EventTarget(), 'visibilityState', {
      get: () => (visible ? 'visible' : 'hidden'),
    });
    const values = {
      EventSource: FakeSource,
      BroadcastChannel: FakeChannel,
      navigator: withLocks ? { locks: browser.locks } : {},
      ...page,
    };
    for (const name of replaced) {
      former.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
      Object.defineProperty(globalThis, name, { value: values[name], configurable: true });
    }
  });
  afterEach(() => {
    for (const [name, descriptor] of former)
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    jest.useRealTimers();
  });
  return Object.assign(browser, {
    tell: (target: 'document' | 'window', name: string) => {
      page[target].dispatchEvent(new Event(name));
    },
    setVisible: (next: boolean) => {
      visible = next;
      page.document.dispatchEvent(new Event('visibilitychange'));
    },
    sleep: (ms: number) => {
      jest.setSystemTime(Date.now() + ms);
    },
  });
}
