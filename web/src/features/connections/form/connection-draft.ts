import { z } from 'zod';
import { jobDetailSchema } from '@ridgeline/contracts';
import { storedJson } from '../save/stored-json.ts';
import type { draftFields } from './connection-values.ts';

type DraftField = (typeof draftFields)[number];

const valuesShape = {
  name: z.string(),
  autoSyncNewContacts: z.boolean(),
  autoSyncNewJobs: z.boolean(),
  defaultDealPipeline: z.string(),
  defaultDealStage: z.string(),
  dealStageByMilestone: z.record(z.string(), z.string()),
  jobDetails: z.array(jobDetailSchema),
  includeDeadJobs: z.boolean(),
  customEventProcessorUrl: z.string(),
  companyId: z.string(),
} satisfies Record<DraftField, z.ZodType>;

/** What a draft holds of the fields; a secret that is handed to it falls out. */
export const draftValuesSchema = z.object(valuesShape).partial();

/** What the browser keeps of a form that was not sent yet: no secret, but of a copy where the server finds them. */
const draftSchema = z.object({
  /** Who typed it; it is nobody else's. */
  userId: z.int(),
  values: draftValuesSchema,
  isDuplicate: z.boolean(),
  sourceConnectionId: z.int().nullable(),
});
export type ConnectionDraft = z.infer<typeof draftSchema>;

interface DraftStore {
  readonly read: (userId: number) => ConnectionDraft | null;
  readonly write: (draft: ConnectionDraft) => void;
  readonly drop: () => void;
}

/** The draft of a form by the form's name; one of somebody else is forgotten. */
export function connectionDrafts(form: string): DraftStore {
  const { read, write, drop } = storedJson('local', `ridgeline.connection-draft.${form}`, draftSchema);
  return {
    read: (userId) => {
      const draft = read();
      if (draft === null || draft.userId === userId) return draft;
      drop();
      return null;
    },
    write,
    drop,
  };
}
