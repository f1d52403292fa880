import { CheckOutlined } from '@ant-design/icons';
import { Button } from 'antd';

interface FormActionsProps {
  readonly submitting: boolean;
  /** What the form holds is what is stored, and it was saved here. */
  readonly saved: boolean;
  readonly onCancel: () => void;
}

/** The end of a form of the settings: Cancel, and a Save that tells when it is done. */
export function FormActions({ submitting, saved, onCancel }: FormActionsProps) {
  return (
    <div className="settings-actions">
      <Button disabled={submitting} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="primary" htmlType="submit" loading={submitting} icon={saved ? <CheckOutlined /> : null}>
        <span aria-live="polite">{saved ? 'Saved' : 'Save'}</span>
      </Button>
    </div>
  );
}
