import { CheckOutlined, PhoneOutlined, UserOutlined } from '@ant-design/icons';
import type { Candidate, Duplicate, Migration } from '@ridgeline/contracts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { StatusTag } from '../../../../ui/controls/StatusTag.tsx';
import { recordLinks } from '../../../records/record-links.ts';
import { VendorLinks } from '../../../records/VendorLinks.tsx';
import { comparedValues, likenessText } from './duplicate-display.ts';

const icons = { phone: PhoneOutlined, name: UserOutlined };

interface CandidateCardProps {
  readonly duplicate: Duplicate;
  readonly candidate: Candidate;
  readonly migration: Migration;
  /** Whether the user answered that it is the same. */
  readonly chosen: boolean;
  /** Null if there is no question to answer. */
  readonly onSame: (() => void) | null;
  readonly busy: boolean;
}

/** A HubSpot record that resembles the record, with both sides' values compared. */
export function CandidateCard({ duplicate, candidate, migration, chosen, onSame, busy }: CandidateCardProps) {
  const { hubspotId, likeness } = candidate;
  const about = `${duplicate.name}, HubSpot ${hubspotId}`;
  const links = recordLinks({ ...duplicate, hubspotId }, migration).filter(({ text }) => text === 'HubSpot');
  return (
    <li className="candidate">
      <div className="candidate-head">
        {likeness.map((one) => (
          <StatusTag key={one} tone="neutral" icon={icons[one]} text={likenessText[one]} />
        ))}
        {chosen ? <StatusTag tone="success" icon={CheckOutlined} text="The same" /> : null}
        <VendorLinks about={about} links={links} />
      </div>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">AccuLynx</th>
            <th scope="col">HubSpot</th>
          </tr>
        </thead>
        <tbody>
          {comparedValues(duplicate, candidate).map(({ property, label, source, target, same }) => (
            <tr key={property} className={same ? 'candidate-same' : undefined}>
              <th scope="row">{label}</th>
              <td data-side="AccuLynx">
                <Value value={source} />
              </td>
              <td data-side="HubSpot">
                <Value value={target} />
                {same ? (
                  <>
                    {' '}
                    <CheckOutlined aria-hidden />
                    <span className="visually-hidden"> same value</span>
                  </>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {onSame ? (
        <Button small loading={busy} aria-label={`The same: ${about}`} onClick={onSame}>
          The same
        </Button>
      ) : null}
    </li>
  );
}

const Value = ({ value }: { readonly value: string | null }) =>
  value === null ? <i>empty</i> : <bdi>{value}</bdi>;
