import type { Connection } from '@ridgeline/contracts';
import { Facts, Panel } from '../../ui/page/Panel.tsx';
import { CopyableId } from '../../ui/text/CutText.tsx';
import { formatCount } from '../../ui/text/format.ts';

const yesNo = (value: boolean | null): string | null => (value === null ? null : value ? 'Yes' : 'No');

/** Both accounts as the vendors told them when the connection was saved last. */
export function AccountPanels({ connection }: { readonly connection: Connection }) {
  const { portalUtcOffset: offset, portalUtcOffsetMilliseconds: ms } = connection;
  return (
    <div className="connection-accounts">
      <Panel title="AccuLynx account">
        <Facts
          columns={2}
          facts={[
            { label: 'Company', value: connection.acculynxCompanyName },
            {
              label: 'Company ID',
              value: <CopyableId label="Acculynx Company ID" id={connection.acculynxCompanyId} />,
            },
            { label: 'API key', value: <span className="numbers">{connection.acculynxApiKey}</span> },
            {
              label: 'Subscription ID',
              value: <CopyableId label="Acculynx Subscription ID" id={connection.acculynxSubscriptionId} />,
            },
            { label: 'Time zone', value: connection.acculynxInstanceTimezone },
            { label: 'Works with insurance', value: yesNo(connection.hasInsurance) },
            { label: 'UTC offset', value: connection.acculynxBaseUtcOffset },
            { label: 'UTC offset now', value: connection.acculynxAdjustedUtcOffset },
          ]}
        />
      </Panel>
      <Panel title="HubSpot account">
        <Facts
          columns={2}
          facts={[
            {
              label: 'Portal ID',
              value: <CopyableId label="HubSpot Portal ID" id={connection.hubSpotPortalId} />,
            },
            { label: 'Account type', value: connection.portalAccountType },
            { label: 'Access token', value: <span className="numbers">{connection.hubspotPat}</span> },
            { label: 'Time zone', value: connection.hubSpotPortalTimezone },
            { label: 'UTC offset', value: offset },
            { label: 'UTC offset in milliseconds', value: ms === null ? null : formatCount(ms) },
          ]}
        />
      </Panel>
    </div>
  );
}
