import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloseOutlined,
  ExclamationCircleFilled,
  InfoCircleFilled,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
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
  readonly title?: ReactNode;
  readonly text?: ReactNode;
  /** Where it says more than the tone's own. */
  readonly icon?: ReactNode;
  /** At the right: what to do about it. */
  readonly action?: ReactNode;
  readonly onDismiss?: () => void;
  readonly className?: string;
}

/** Something to be read before one continues: ours, because the sign-in page has no room for antd's Alert (ADR 73). */
export function Notice({ role, tone, title, text, icon, action, onDismiss, className = '' }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div role={role} className={`notice notice-${tone} ${className}`}>
      {icon ?? <Icon aria-hidden />}
      <div className="notice-text">
        {title ? <strong>{title}</strong> : null}
        {text ? <div>{text}</div> : null}
      </div>
      {action}
      {onDismiss ? (
        <Button look="icon" icon={<CloseOutlined aria-hidden />} aria-label="Dismiss" onClick={onDismiss} />
      ) : null}
    </div>
  );
}
