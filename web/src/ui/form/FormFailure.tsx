import { FailureAlert, Notice } from '../controls/Notice.tsx';
import type { FailureTexts } from '../toast/use-toast.ts';
import type { Form } from './use-form.ts';

export interface FormFailureProps {
  readonly form: Pick<Form<unknown>, 'failure' | 'failedFields' | 'restored'>;
  readonly texts: FailureTexts;
}

/** Why a form could not be sent, unless the reason is shown at a field already, or that it was not sent yet. */
export function FormFailure({ form: { failure, failedFields, restored }, texts }: FormFailureProps) {
  if (failure) return failedFields > 0 ? null : <FailureAlert {...texts} error={failure} />;
  return restored ? (
    <Notice
      role="status"
      tone="info"
      title="Not saved yet"
      text="You typed this before your session ended. Check it, then save it."
    />
  ) : null;
}
