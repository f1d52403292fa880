import type { Connection } from '@ridgeline/contracts';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/page/Panel.tsx';
import { credentialLook, webhookLook } from '../connections/status-look.ts';
import { CredentialTag, WebhookTag } from '../connections/StatusTags.tsx';

/** Whether both credentials and the subscription work, with the reason of each. */
export function StatusPanel({ connection }: { readonly connection: Connection }) {
  return (
    <Panel title="Status">
      <ul className="connection-status">
        <StatusLine
          name="AccuLynx API key"
          tag={<CredentialTag connection={connection} system="AccuLynx" bare />}
          reason={credentialLook(connection, 'AccuLynx').reason}
        />
        <StatusLine
          name="HubSpot token"
          tag={<CredentialTag connection={connection} system="HubSpot" bare />}
          reason={credentialLook(connection, 'HubSpot').reason}
        />
        <StatusLine
          name="Webhook"
          tag={<WebhookTag connection={connection} bare />}
          reason={webhookLook(connection).reason}
        />
      </ul>
    </Panel>
  );
}

interface StatusLineProps {
  readonly name: string;
  readonly tag: ReactNode;
  readonly reason: string;
}

function StatusLine({ name, tag, reason }: StatusLineProps) {
  return (
    <li>
      <strong>{name}</strong>
      {tag}
      <p>{reason}</p>
    </li>
  );
}
