import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  QuestionCircleOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import type { Connection } from '@ridgeline/contracts';
import { StatusTag, type Tone } from '../../ui/controls/StatusTag.tsx';
import { credentialLook, webhookLook, type CredentialSystem } from './status-display.ts';

const icons: Readonly<Record<Tone, typeof CheckCircleOutlined>> = {
  success: CheckCircleOutlined,
  warning: WarningOutlined,
  error: CloseCircleOutlined,
  active: ClockCircleOutlined,
  waiting: ClockCircleOutlined,
  neutral: QuestionCircleOutlined,
};

interface StatusProps {
  readonly connection: Connection;
  /** Whether the reason is shown next to it already. */
  readonly bare?: boolean;
}

/** Whether a vendor takes the stored credential, with the reason and the last check. */
export function CredentialTag(props: StatusProps & { readonly system: CredentialSystem }) {
  const { connection, system, bare = false } = props;
  const { tone, text, reason } = credentialLook(connection, system);
  return <StatusTag tone={tone} icon={icons[tone]} text={text} reason={bare ? null : reason} />;
}

/** The state of the AccuLynx webhook, with the reason and the last event. */
export function WebhookTag({ connection, bare = false }: StatusProps) {
  const { tone, text, reason } = webhookLook(connection);
  return <StatusTag tone={tone} icon={icons[tone]} text={text} reason={bare ? null : reason} />;
}
