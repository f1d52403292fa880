import { operationIdSchema } from '@ridgeline/contracts';
import { z } from 'zod';
import { storedJson } from './stored-json.ts';

/** A save that this tab has begun: enough to find it again after a reload, and nothing secret. */
const saveUnderWaySchema = z.object({
  operationId: operationIdSchema,
  /** Who saves. */
  userId: z.int(),
  /** Which form it is of. */
  form: z.string(),
  /** What the connection is called, by which a new one is found again. */
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
