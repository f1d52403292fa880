import type { AcculynxLists, Connection, ConnectionDetail } from '@ridgeline/contracts';
import { useState } from 'react';
import { FoldToggle } from '../../ui/page/FoldToggle.tsx';
import { Facts, Panel } from '../../ui/page/Panel.tsx';
import { CopyableId } from '../../ui/text/CutText.tsx';
import { formatCount } from '../../ui/text/format.ts';

const yesNo = (value: boolean | null): string | null => (value === null ? null : value ? 'Yes' : 'No');

/** Facts that mostly support needs, collapsed to one line: identifiers, offsets, account types and AccuLynx's lists. */
export function TechnicalPanel({ connection }: { readonly connection: ConnectionDetail }) {
  const [open, setOpen] = useState(false);
  return (
    <Panel
      title="Technical details"
      extra={
        <FoldToggle open={open} what="details" about="Identifiers, offsets and lists" onToggle={setOpen} />
      }
    >
      {open ? (
        <div className="connection-folded">
          <details>
            <summary>Identifiers, offsets and account types</summary>
            <Identifiers connection={connection} />
          </details>
          <Lists connection={connection} />
        </div>
      ) : null}
    </Panel>
  );
}

function Identifiers({ connection }: { readonly connection: Connection }) {
  const { portalUtcOffsetMilliseconds: ms } = connection;
  return (
    <Facts
      columns={2}
      facts={[
        {
          label: 'Acculynx Company ID',
          value: <CopyableId label="Acculynx Company ID" id={connection.acculynxCompanyId} />,
        },
        {
          label: 'Acculynx Subscription ID',
          value: <CopyableId label="Acculynx Subscription ID" id={connection.acculynxSubscriptionId} />,
        },
        { label: 'AccuLynx UTC offset', value: connection.acculynxBaseUtcOffset },
        { label: 'AccuLynx UTC offset now', value: connection.acculynxAdjustedUtcOffset },
        { label: 'HubSpot UTC offset', value: connection.portalUtcOffset },
        { label: 'HubSpot UTC offset in milliseconds', value: ms === null ? null : formatCount(ms) },
        { label: 'HubSpot account type', value: connection.portalAccountType },
        { label: 'AccuLynx works with insurance', value: yesNo(connection.hasInsurance) },
      ]}
    />
  );
}

const listNames: Readonly<Record<keyof AcculynxLists, string>> = {
  contactTypes: 'Contact types',
  workTypes: 'Work types',
  tradeTypes: 'Trade types',
  jobCategories: 'Job categories',
  insuranceCompanies: 'Insurance companies',
  leadSources: 'Lead sources',
  states: 'States',
};

const keys = Object.keys(listNames) as readonly (keyof AcculynxLists)[];

/** The choices that AccuLynx offers, list by list; each list opens to show its names. */
function Lists({ connection }: { readonly connection: AcculynxLists }) {
  return keys.map((key) => (
    <details key={key}>
      <summary>
        {listNames[key]} <span className="numbers">{formatCount(connection[key].length)}</span>
      </summary>
      {connection[key].length === 0 ? (
        <p className="connection-quiet">AccuLynx has none.</p>
      ) : (
        <ul>
          {connection[key].map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      )}
    </details>
  ));
}
