import type { AnswerOf, deleteConnection } from '@ridgeline/contracts';
import type { ToastContent } from '../../../ui/toast/toast-context.ts';
import { deleteTexts } from './texts.ts';

/** An answer that got lost, and whose repetition found nothing any more, is empty. */
type Deleted = Partial<AnswerOf<typeof deleteConnection>>;

/** What is told of a deletion: also what became of the subscription at AccuLynx, where there was one. */
export function deletedToast({ webhookDisabled, subscriptionId }: Deleted): ToastContent {
  const title = deleteTexts.done;
  if (webhookDisabled) return { title, description: deleteTexts.subscriptionDisabled };
  if (!subscriptionId) return { title };
  return {
    title,
    description: `Acculynx subscription ${subscriptionId} could not be disabled and may need manual removal.`,
  };
}
