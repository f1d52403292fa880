interface TestClock {
  readonly wait: (ms: number) => Promise<void>;
  /** Lets this much time pass, along with everything that it triggers. */
  readonly pass: (ms: number) => Promise<void>;
  readonly now: () => number;
}

/** Lets everything happen that waits for no time. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A clock that stands until a test lets time pass. */
export function aClock(): TestClock {
  let now = 0;
  let alarms: { readonly at: number; readonly ring: () => void }[] = [];
  return {
    wait: (ms) =>
      new Promise((ring) => {
        alarms.push({ at: now + ms, ring });
      }),
    now: () => now,
    pass: async (ms) => {
      const end = now + ms;
      await settle();
      for (;;) {
        const next = alarms.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
        if (!next) break;
        alarms = alarms.filter((alarm) => alarm !== next);
        now = next.at;
        next.ring();
        await settle();
      }
      now = end;
    },
  };
}
