import {
  CheckCircleFilled,
  CloseCircleFilled,
  ExclamationCircleFilled,
  InfoCircleFilled,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import './notice.css';

const icons = {
  info: InfoCircleFilled,
  success: CheckCircleFilled,
  warning: ExclamationCircleFilled,
  error: CloseCircleFilled,
};

interface NoticeProps {
  readonly role: 'alert' | 'status';
  readonly tone: keyof typeof icons;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** Where it says more than the tone's own. */
  readonly icon?: ReactNode;
}

/** Something to be read before one goes on, with the looks of antd's Alert, for pages that do without antd too (ADR 44). */
export function Notice({ role, tone, title, text, icon }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div role={role} className={`notice notice-${tone}`}>
      {icon ?? <Icon aria-hidden />}
      <div>
        <strong>{title}</strong>
        {text ? <div>{text}</div> : null}
      </div>
    </div>
  );
}
