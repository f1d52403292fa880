import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { FormFailure, type FormFailureProps } from './FormFailure.tsx';
import type { Form } from './use-form.ts';

interface FormDialogProps extends Pick<
  ComponentProps<'form'>,
  'id' | 'autoComplete' | 'onKeyDown' | 'children'
> {
  readonly title: string;
  readonly form: FormFailureProps['form'] & Pick<Form<unknown>, 'submitting' | 'onSubmit'>;
  readonly failed: FormFailureProps['texts'];
  /** The text of the submit button. */
  readonly send: string;
  readonly danger?: boolean;
  /** Whether there is nothing that could be sent. */
  readonly disabled?: boolean;
  /** Replaces that button when sending again cannot help. */
  readonly instead?: ReactNode;
  readonly keep?: string;
  readonly onCancel: () => void;
}

/** A dialog with a form: its fields, why it could not be sent, and at its foot the buttons that leave and send it. */
export function FormDialog({
  title,
  form,
  failed,
  send,
  danger = false,
  disabled = false,
  instead,
  keep = 'Cancel',
  onCancel,
  children,
  ...own
}: FormDialogProps) {
  const { id } = own;
  return (
    <Dialog
      open
      title={title}
      onCancel={onCancel}
      footer={
        <>
          <Button disabled={form.submitting} onClick={onCancel}>
            {keep}
          </Button>
          {instead ?? (
            <Button
              key="send"
              look="primary"
              danger={danger}
              type="submit"
              form={id}
              disabled={disabled}
              loading={form.submitting}
            >
              {send}
            </Button>
          )}
        </>
      }
    >
      <form {...own} className="fields" noValidate onSubmit={form.onSubmit}>
        {children}
        <FormFailure form={form} texts={failed} />
      </form>
    </Dialog>
  );
}
