import type { AcculynxLists } from '@ridgeline/contracts';
import { Panel } from '../../ui/page/Panel.tsx';
import { formatCount } from '../../ui/text/format.ts';

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

/** What people can choose in AccuLynx, by list; each opens to its names. */
export function ListsPanel({ connection }: { readonly connection: AcculynxLists }) {
  return (
    <Panel title="Lists of AccuLynx">
      <p className="connection-quiet">
        As AccuLynx had them when the connection was saved last. HubSpot&apos;s options are compared with
        them.
      </p>
      <div className="connection-lists">
        {keys.map((key) => (
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
        ))}
      </div>
    </Panel>
  );
}
