import type { ComponentType } from 'react';
import { Tooltip } from './Tooltip.tsx';
import './status-tag.css';

export type Tone = 'success' | 'warning' | 'error' | 'active' | 'waiting' | 'neutral';

interface StatusTagProps {
  readonly tone: Tone;
  readonly icon: ComponentType<{ readonly 'aria-hidden'?: boolean }>;
  readonly text: string;
  /** Why it is so, for the tooltip and for screen readers. */
  readonly reason?: string | null;
}

/** A state: never by color alone, always with an icon and a word. */
export function StatusTag({ tone, icon: Icon, text, reason }: StatusTagProps) {
  const tag = (
    <span key={text} className={`status-tag status-tag-${tone}`} {...(reason ? { tabIndex: 0 } : {})}>
      <Icon aria-hidden />
      {text}
      {reason ? <span className="visually-hidden">: {reason}</span> : null}
    </span>
  );
  return reason ? <Tooltip title={reason}>{tag}</Tooltip> : tag;
}
