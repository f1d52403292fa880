import { CheckOutlined } from '@ant-design/icons';
import { Button } from '../../ui/controls/Button.tsx';
import { FormFailure, type FormFailureProps } from '../../ui/form/FormFailure.tsx';
import type { Form } from '../../ui/form/use-form.ts';
import type { FailureTexts } from '../../ui/toast/use-toast.ts';

interface FormActionsProps {
  readonly form: FormFailureProps['form'] & Pick<Form<unknown>, 'submitting'>;
  readonly failed: FailureTexts;
  /** Whether the form's values equal the stored ones after a save here. */
  readonly saved: boolean;
  readonly onCancel: () => void;
}

/** The footer of a settings form: the failure, Cancel, and a Save button that says when it is done. */
export function FormActions({ form, failed, saved, onCancel }: FormActionsProps) {
  const { submitting } = form;
  return (
    <>
      <FormFailure form={form} texts={failed} />
      <div className="settings-actions">
        <Button disabled={submitting} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          look="primary"
          type="submit"
          loading={submitting}
          icon={saved ? <CheckOutlined aria-hidden /> : null}
        >
          <span aria-live="polite">{saved ? 'Saved' : 'Save'}</span>
        </Button>
      </div>
    </>
  );
}
