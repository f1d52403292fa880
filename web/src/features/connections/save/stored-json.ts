import type { z } from 'zod';

/** One value in the browser's storage: `local` outlives the tab, `session` a reload. */
interface StoredJson<Value> {
  /** Null where nothing is stored, or nothing of this shape. */
  readonly read: () => Value | null;
  readonly write: (value: Value) => void;
  readonly drop: () => void;
}

/** A browser may refuse its storage; then nothing is found again, and all else works. */
export function storedJson<Value>(
  kind: 'local' | 'session',
  key: string,
  schema: z.ZodType<Value>,
): StoredJson<Value> {
  const within = <T>(work: (storage: Storage) => T): T | null => {
    try {
      return work(kind === 'local' ? localStorage : sessionStorage);
    } catch {
      return null;
    }
  };
  return {
    read: () => {
      const found = within((storage): unknown => JSON.parse(storage.getItem(key) ?? 'null'));
      return schema.safeParse(found).data ?? null;
    },
    write: (value) => {
      within((storage) => {
        storage.setItem(key, JSON.stringify(value));
      });
    },
    drop: () => {
      within((storage) => {
        storage.removeItem(key);
      });
    },
  };
}
