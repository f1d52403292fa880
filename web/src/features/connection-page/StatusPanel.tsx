import type { Connection } from '@ridgeline/contracts';
import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { FailureAlert } from '../../ui/controls/Notice.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { IfOwn } from '../company-names/ViewedCompany.tsx';
import type { ShowDialog } from '../connections/actions/use-connection-dialog.ts';
import {
  credentialLook,
  replaceTexts,
  unusableReason,
  webhookLook,
  type CredentialSystem,
} from '../connections/status-display.ts';
import { CredentialTag, WebhookTag } from '../connections/StatusTags.tsx';
import { renewalFailure, useRenewal } from './sync/use-renewal.ts';

interface StatusPanelProps {
  readonly connection: Connection;
  readonly onShow: ShowDialog;
}

/** Whether both credentials and the webhook work; if not, why, and how to fix it. */
export function StatusPanel({ connection, onShow }: StatusPanelProps) {
  const { id } = connection;
  return (
    <Panel
      title="Status"
      extra={
        <IfOwn>
          <Button
            small
            onClick={() => {
              onShow('test', id);
            }}
          >
            Test now
          </Button>
        </IfOwn>
      }
    >
      <ul className="connection-status">
        <CredentialLine connection={connection} system="AccuLynx" onShow={onShow} />
        <CredentialLine connection={connection} system="HubSpot" onShow={onShow} />
        <WebhookLine connection={connection} />
      </ul>
    </Panel>
  );
}

interface CredentialLineProps extends StatusPanelProps {
  readonly system: CredentialSystem;
}

const credentialNames: Readonly<Record<CredentialSystem, string>> = {
  AccuLynx: 'AccuLynx API key',
  HubSpot: 'HubSpot token',
};

function CredentialLine({ connection, system, onShow }: CredentialLineProps) {
  const { tone, reason } = credentialLook(connection, system);
  return (
    <StatusLine
      name={credentialNames[system]}
      tag={<CredentialTag connection={connection} system={system} bare />}
      reason={reason}
    >
      {tone === 'error' ? (
        <Button
          small
          look="primary"
          onClick={() => {
            onShow('edit', connection.id);
          }}
        >
          {replaceTexts[system]}
        </Button>
      ) : null}
    </StatusLine>
  );
}

/** Resubscribing needs both credentials, so a rejected one must be replaced first. */
function WebhookLine({ connection }: Pick<StatusPanelProps, 'connection'>) {
  const { tone, reason } = webhookLook(connection);
  const { renew, renewing, failure } = useRenewal(connection.id);
  const broken = tone === 'error' && unusableReason(connection) === null;
  return (
    <StatusLine name="Webhook" tag={<WebhookTag connection={connection} bare />} reason={reason}>
      {broken ? (
        <Button small look="primary" loading={renewing} onClick={() => void renew()}>
          Subscribe again
        </Button>
      ) : null}
      {failure ? <FailureAlert {...renewalFailure} error={failure} /> : null}
    </StatusLine>
  );
}

interface StatusLineProps {
  readonly name: string;
  readonly tag: ReactNode;
  readonly reason: string;
  /** The controls that fix it. */
  readonly children: ReactNode;
}

function StatusLine({ name, tag, reason, children }: StatusLineProps) {
  return (
    <li>
      <strong>{name}</strong>
      {tag}
      <p>{reason}</p>
      <IfOwn>{children}</IfOwn>
    </li>
  );
}
