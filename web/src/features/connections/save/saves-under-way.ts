import {
  getSaveOperation,
  operationIdSchema,
  savedStepEventSchema,
  type SaveStep,
} from '@ridgeline/contracts';
import { useRef } from 'react';
import { z } from 'zod';
import { api } from '../../../api/client.ts';
import { useLiveEvent, useLiveGap } from '../../live/live-context.ts';

/** A save that this tab has begun: enough to find it again after a reload, and nothing secret. */
const saveUnderWaySchema = z.object({
  operationId: operationIdSchema,
  /** Who saves. */
  userId: z.int(),
  /** Which form it is of. */
  form: z.string(),
  /** The connection's name, used to find a new connection again. */
  name: z.string(),
  /** Whether the call that stores was made: before it, a reload ends the save. */
  storing: z.boolean(),
});
export type SaveUnderWay = z.infer<typeof saveUnderWaySchema>;

const { read, write, drop } = storedJson('session', 'ridgeline.connection-save', saveUnderWaySchema);

/** The save that this tab has under way for a form, or null. */
export function saveUnderWay(of: Pick<SaveUnderWay, 'userId' | 'form'>): SaveUnderWay | null {
  const found = read();
  return found?.userId === of.userId && found.form === of.form ? found : null;
}

export const rememberSave = write;
export const forgetSave = drop;

/** One value in the browser's storage: `local` outlives the tab, `session` a reload. */
interface StoredJson<Value> {
  /** Null if nothing, or a value of a different shape, is stored. */
  readonly read: () => Value | null;
  readonly write: (value: Value) => void;
  readonly drop: () => void;
}

/** A browser may deny access to its storage: then nothing is restored, but everything else works. */
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

type Told = (steps: readonly SaveStep[]) => void;

/** The steps of a save as reported so far; none when the call fails. */
export async function askSteps(operationId: string): Promise<readonly SaveStep[]> {
  const answer = await api(getSaveOperation, { params: { operationId } }).catch(() => null);
  return answer?.steps ?? [];
}

/** Receives the steps of the watched save from the event stream and, after a gap, from the server's own records. */
export function useSaveSteps(told: Told): (operationId: string | null) => void {
  const watched = useRef<string | null>(null);
  useLiveEvent('connection-operation', savedStepEventSchema, ({ operationId, ...step }) => {
    if (operationId === watched.current) told([step]);
  });
  useLiveGap(() => {
    const asked = watched.current;
    if (asked === null) return;
    void askSteps(asked).then((steps) => {
      if (watched.current === asked) told(steps);
    });
  });
  return (operationId) => {
    watched.current = operationId;
  };
}
