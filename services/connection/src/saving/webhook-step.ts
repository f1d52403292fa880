import { errorText } from '@ridgeline/contracts';
import type { PublishStep, SaveOperation } from '@ridgeline/events';
import { AppError } from '@ridgeline/kit';

/**
 * Does the last step of a save and publishes its state: the work subscribes and then stores everything, and only after
 * that the step is complete. A form that receives it can trust that the connection is saved.
 */
export type WebhookStep = <T extends { readonly text: string }>(
  operation: SaveOperation,
  work: () => Promise<T>,
) => Promise<T>;

/** Publishes next to the save, which no listener blocks. */
export function webhookStep(publish: PublishStep): WebhookStep {
  return async (operation, work) => {
    publish(operation, { step: 'webhook', state: 'in-progress', text: '' });
    try {
      const done = await work();
      publish(operation, { step: 'webhook', state: 'complete', text: done.text });
      return done;
    } catch (error) {
      const text = error instanceof AppError ? error.text : errorText('server.failed');
      publish(operation, { step: 'webhook', state: 'error', text });
      throw error;
    }
  };
}
