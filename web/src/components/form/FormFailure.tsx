import { FailureAlert } from '../FailureAlert.tsx';
import type { FailureTexts } from '../toast/use-failure-toast.ts';
import type { Form } from './use-form.ts';

interface FormFailureProps {
  readonly form: Pick<Form<unknown>, 'failure' | 'failureAtField'>;
  readonly texts: FailureTexts;
}

/** Why a form could not be sent, unless the reason stands beside a field already. */
export function FormFailure({ form: { failure, failureAtField }, texts }: FormFailureProps) {
  return failure && !failureAtField ? <FailureAlert {...texts} error={failure} /> : null;
}
