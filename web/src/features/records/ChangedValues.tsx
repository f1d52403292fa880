import './records.css';

/** A value of a record in HubSpot, before and after; null and an empty text read as empty. */
interface ShownChange {
  readonly property: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

interface ChangedValuesProps {
  readonly changes: readonly ShownChange[];
  /** How a screen reader names the first value. */
  readonly first?: string;
  /** How a screen reader names the second value: `now`, or `would be`. */
  readonly second: string;
}

/** Values in HubSpot before and after. */
export function ChangedValues({ changes, first = 'before', second }: ChangedValuesProps) {
  return (
    <dl className="changed-values">
      {changes.map(({ property, label, before, after }) => (
        <div key={property}>
          <dt>{label}</dt>
          <dd>
            <span className="changed-values-before">
              <Value label={first} value={before} />
            </span>{' '}
            <span aria-hidden>→</span> <Value label={second} value={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ label, value }: { readonly label: string; readonly value: string | null }) {
  const empty = value === null || value === '';
  return (
    <>
      <span className="visually-hidden">{label} </span>
      {empty ? <i>empty</i> : <bdi>{value}</bdi>}
    </>
  );
}
