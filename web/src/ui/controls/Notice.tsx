import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloseOutlined,
  ExclamationCircleFilled,
  InfoCircleFilled,
} from '@ant-design/icons';
import { use, type ReactNode } from 'react';
import { failureText } from '../../api/error-policy.ts';
import { OverlayContext, overlayEndsPage } from '../../api/session-signals.ts';
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
  /** Set if it says more than the tone's icon. */
  readonly icon?: ReactNode;
  /** At the right: what to do about it. */
  readonly action?: ReactNode;
  readonly onDismiss?: () => void;
  readonly className?: string;
}

/**
 * A message to read before continuing: our own, because the sign-in page's size budget does not allow for antd's Alert (ADR
 * 73).
 */
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

interface FailureAlertProps {
  /** The fixed title of this failure. */
  readonly title: string;
  readonly error: unknown;
  /** Shown if the server gives no reason. */
  readonly fallback: string;
  /** What to do if a field already shows the reason. */
  readonly advice?: string | null;
}

/** Why an action failed, beside its form; nothing if an overlay reports it and replaces the page. */
export function FailureAlert({ title, error, fallback, advice = null }: FailureAlertProps) {
  const overlay = use(OverlayContext);
  if (overlay && overlayEndsPage(error)) return null;
  const { text, requestId } = failureText(error, fallback);
  return (
    <Notice
      role="alert"
      tone="error"
      title={title}
      text={advice ?? (requestId ? `${text} (request ${requestId})` : text)}
    />
  );
}
