import {
  ApiError,
  checkedObjects,
  type ConnectionDetail,
  type PropertyResult,
  type SaveStepName,
} from '@ridgeline/contracts';
import { failureOf } from '../../../api/error-policy.ts';
import type { StepPlayback } from './save-steps.ts';

/** The calls of a save: the check of the properties, their creation, and the save itself. */
type SaveCall = 'check' | 'creation' | 'save';

/** What a person answers about missing properties: create them, go on without them, or stop. */
export type MissingAnswer = 'create' | 'leave' | 'cancel';

/** What the save needs from outside. */
export interface SaveFlowOptions {
  /** Checks (false) or creates (true) the HubSpot properties of a migration. */
  readonly validate: (createProperties: boolean) => Promise<PropertyResult>;
  /** Creates or updates the connection; a repeated call returns the first call's result. */
  readonly store: () => Promise<ConnectionDetail>;
  readonly confirm: (missing: PropertyResult) => Promise<MissingAnswer>;
  readonly playback: StepPlayback;
  /** The step that the event stream last told as failed; null while none is. */
  readonly toldFailure: () => SaveStepName | null;
  /** Called before each call. */
  readonly onCall: (call: SaveCall) => void;
  readonly wait: (ms: number) => Promise<void>;
}

export interface FailedSave {
  readonly outcome: 'failed';
  /** Null if no single step is the cause. */
  readonly step: SaveStepName | null;
  readonly call: SaveCall;
  readonly error: unknown;
  /** Whether the save tried to create HubSpot properties before it failed, so that some may exist. */
  readonly created: boolean;
}

export type SaveOutcome =
  | { readonly outcome: 'saved'; readonly connection: ConnectionDetail }
  | { readonly outcome: 'cancelled' }
  | FailedSave;

/** HubSpot shows new properties a moment after they were created. */
const afterCreationMs = 2000;

/** A server that goes down during the save is usually back within this many attempts. */
const triesToStore = 8;
const tryAgainAfterMs = 2000;

const missingCount = (result: PropertyResult): number =>
  checkedObjects(result).reduce((sum, { missingProperties }) => sum + missingProperties.length, 0);

/**
 * Runs a save: checks both accounts and the properties, asks about missing ones within the third step, creates them, then
 * stores the connection. It works from the calls' answers alone; the event stream only makes the steps in between up to date.
 */
export async function saveConnection(options: SaveFlowOptions): Promise<SaveOutcome> {
  const { validate, confirm, playback, toldFailure, onCall, wait } = options;
  let call: SaveCall = 'check';
  let created = false;
  const goOn = (next: SaveCall) => {
    call = next;
    onCall(next);
  };
  try {
    goOn('check');
    playback.begin('hubspot-properties');
    const found = await validate(false);
    if (missingCount(found) > 0) {
      playback.done('hubspot-portal');
      await playback.reached('hubspot-properties');
      const answer = await confirm(found);
      if (answer === 'cancel') {
        playback.stop();
        return { outcome: 'cancelled' };
      }
      if (answer === 'create') {
        goOn('creation');
        created = true;
        await validate(true);
        playback.done('hubspot-properties');
        await playback.completed('hubspot-properties');
        await wait(afterCreationMs);
      }
    }
    playback.done('hubspot-properties');
    playback.begin('webhook');
    goOn('save');
    const connection = await storeUntilHeard(options);
    playback.done('webhook');
    await playback.completed('webhook');
    return { outcome: 'saved', connection };
  } catch (error) {
    const step = failedStep(error, toldFailure());
    await playback.fail(step);
    return { outcome: 'failed', step, call, error, created };
  }
}

/**
 * Stores the connection and retries while there is no answer at all: the server may have stored it, and the user must not
 * read that it failed before that is known.
 */
async function storeUntilHeard({ store, wait }: SaveFlowOptions): Promise<ConnectionDetail> {
  for (let tries = 1; ; tries += 1)
    try {
      return await store();
    } catch (error) {
      if (failureOf(error) !== 'unreachable' || tries === triesToStore) throw error;
      await wait(tryAgainAfterMs);
    }
}

/** The step that an error code belongs to, whichever call returned it. */
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

/** A webhook error in the specification's words; the server may already have used them. */
export const webhookErrorText = (text: string): string =>
  text.startsWith(webhookPrefix) ? text : `${webhookPrefix}${text}`;

/**
 * The failed step: the webhook if the error mentions it, else the step reported as failed, else the one that the error code
 * belongs to; null if no single step is the cause.
 */
function failedStep(error: unknown, told: SaveStepName | null): SaveStepName | null {
  if (!(error instanceof ApiError)) return null;
  if (isAboutWebhook(error.message)) return 'webhook';
  return told ?? stepsByCode[error.code ?? ''] ?? null;
}
