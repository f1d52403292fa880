import { ApiError, type SaveStepName } from '@ridgeline/contracts';

/** The step that a refusal belongs to, whichever call it was that told of it. */
const stepsByCode: Readonly<Record<string, SaveStepName>> = {
  'connection.acculynx_refused': 'acculynx-location',
  'connection.acculynx_unreachable': 'acculynx-location',
  'connection.other_acculynx_company': 'acculynx-location',
  'connection.hubspot_refused': 'hubspot-portal',
  'connection.hubspot_scope_missing': 'hubspot-portal',
  'connection.hubspot_unreachable': 'hubspot-portal',
  'connection.other_hubspot_portal': 'hubspot-portal',
  'properties.creation_failed': 'hubspot-properties',
  'properties.unsuitable': 'hubspot-properties',
  'connection.pipeline_unknown': 'portal-options',
  'connection.event_processor_invalid': 'webhook',
  'connection.event_processor_unreachable': 'webhook',
};

/** Whether an error's text is about the webhook, which the specification shows apart from others. */
export const isAboutWebhook = (text: string): boolean => text.toLowerCase().includes('webhook');

const webhookPrefix = 'Webhook error: ';

/** The text of an error of the webhook, by the specification's words; the server may have said them already. */
export const webhookErrorText = (text: string): string =>
  text.startsWith(webhookPrefix) ? text : `${webhookPrefix}${text}`;

/**
 * Which step failed: the webhook's where the text says so, else the one that was told as failed, else the one that the
 * error's code belongs to; null where no single one is to blame.
 */
export function failedStep(error: unknown, told: SaveStepName | null): SaveStepName | null {
  if (!(error instanceof ApiError)) return null;
  if (isAboutWebhook(error.message)) return 'webhook';
  return told ?? stepsByCode[error.code ?? ''] ?? null;
}
