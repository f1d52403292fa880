import { CheckCircleOutlined, CloseCircleOutlined, StopOutlined, WarningOutlined } from '@ant-design/icons';
import type { Migration } from '@ridgeline/contracts';
import { formatCount } from '../../ui/text/format.ts';
import { runEnd, type EndTone } from '../summary/run-summary.ts';

/** A migration's result in a few words. */
export interface ResultLook {
  readonly tone: EndTone;
  readonly icon: typeof WarningOutlined;
  readonly text: string;
  /** The exceptions, or why it failed; null if there is nothing to add. */
  readonly reason: string | null;
}

const icons: Readonly<Record<EndTone, typeof WarningOutlined>> = {
  success: CheckCircleOutlined,
  warning: WarningOutlined,
  error: CloseCircleOutlined,
  neutral: StopOutlined,
};

/** `300 in HubSpot`, `Failed, 120 copied`: one that stopped, or copied a part, does not say what is in HubSpot. */
export function resultLook(migration: Migration): ResultLook {
  const { status, failureMessage } = migration;
  const { tone, exceptions } = runEnd(migration);
  const done = doneText(migration);
  const text = status === 'failed' ? `Failed, ${done}` : status === 'cancelled' ? `Cancelled, ${done}` : done;
  const reason = status === 'failed' ? failureMessage : exceptions.join(', ');
  return { tone, icon: icons[tone], text, reason: reason === '' ? null : reason };
}

function doneText({ status, successCount, follows }: Migration): string {
  const count = formatCount(successCount);
  if (follows?.as === 'undo') return `${count} undone`;
  return status === 'completed' && follows?.as !== 'retry' ? `${count} in HubSpot` : `${count} copied`;
}
