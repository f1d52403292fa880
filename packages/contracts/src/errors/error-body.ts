import { z } from 'zod';

/**
 * The body of every error answer. `error` and `message` hold the same text (decision 10); `fields` names each
 * wrong field with its own text; `requestId` is what a person tells support.
 */
export const errorBodySchema = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  requestId: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  /** Present on HubSpot property answers (decision 17), and `access_denied` where access was revoked (decision 5). */
  status: z.string().optional(),
  /** With `access_denied`: what the dialog is called and whom to ask. */
  title: z.string().optional(),
  contact: z.string().optional(),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;
