import { InfoCircleOutlined } from '@ant-design/icons';
import type { Connection } from '@ridgeline/contracts';
import { useConnections } from '../connections/use-connections.ts';
import { Facts, Panel } from '../../ui/page/Panel.tsx';
import { CopyableId } from '../../ui/text/CutText.tsx';
import { sharedPortalText, timeZonesText } from './account-remarks.ts';

/** Both accounts as the vendors described them at the last save, with remarks on the pair. */
export function AccountPanels({ connection }: { readonly connection: Connection }) {
  const { data: all = [] } = useConnections();
  const shared = sharedPortalText(connection, all);
  const zones = timeZonesText(connection);
  return (
    <div className="connection-accounts">
      <Panel title="AccuLynx location">
        <Facts
          columns={2}
          facts={[
            { label: 'Company', value: connection.acculynxCompanyName },
            { label: 'API key', value: <span className="numbers">{connection.acculynxApiKey}</span> },
            { label: 'Time zone', value: connection.acculynxInstanceTimezone },
          ]}
        />
        <Remark text={zones} />
      </Panel>
      <Panel title="HubSpot portal">
        <Facts
          columns={2}
          facts={[
            {
              label: 'Portal ID',
              value: <CopyableId label="HubSpot Portal ID" id={connection.hubSpotPortalId} />,
            },
            { label: 'Access token', value: <span className="numbers">{connection.hubspotPat}</span> },
            { label: 'Time zone', value: connection.hubSpotPortalTimezone },
          ]}
        />
        <Remark text={shared} />
      </Panel>
    </div>
  );
}

function Remark({ text }: { readonly text: string | null }) {
  return text === null ? null : (
    <p className="connection-remark">
      <InfoCircleOutlined aria-hidden />
      <span>{text}</span>
    </p>
  );
}
