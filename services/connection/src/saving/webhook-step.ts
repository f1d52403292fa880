import { errorText } from '@ridgeline/contracts';
import type { SaveOperation, TellStep } from '@ridgeline/kafka';
import { AppError } from '@ridgeline/kit';

/**
 * Does the last step of a save and tells how far it is: the work subscribes and then stores everything, and only when that
 * is done the step is told complete. Whoever hears that may believe that the connection is saved.
 */
export type WebhookStep = <T extends { readonly text: string }>(
  operation: SaveOperation,
  work: () => Promise<T>,
) => Promise<T>;

/** Tells beside the save, which nothing that listens holds up. */
export function webhookStep(tell: TellStep): WebhookStep {
  return async (operation, work) => {
    tell(operation, { step: 'webhook', state: 'in-progress', text: '' });
    try {
      const done = await work();
      tell(operation, { step: 'webhook', state: 'complete', text: done.text });
      return done;
    } catch (error) {
      const text = error instanceof AppError ? error.text : errorText('server.failed');
      tell(operation, { step: 'webhook', state: 'error', text });
      throw error;
    }
  };
}
