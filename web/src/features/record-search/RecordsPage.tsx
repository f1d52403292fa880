import { searchRecords, type KnownRecord } from '@ridgeline/contracts';
import { Link } from 'react-router-dom';
import { useQuery } from '../../api/use-query.ts';
import { SearchField } from '../../ui/controls/SearchField.tsx';
import { Loading, SkeletonRows } from '../../ui/page/Loading.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { EmptyState, ErrorState } from '../../ui/page/PageStates.tsx';
import { useTypedParameter } from '../../ui/page/use-typed-parameter.ts';
import { formatRecords } from '../../ui/text/format.ts';
import { kindText } from '../records/record-links.ts';
import { recordPath } from './record-path.ts';
import './record-search.css';

/** The minimum length of a search. */
const minTyped = 2;

/** Finds a record of the company in all migrations and in auto-sync. */
export function RecordsPage() {
  const { typed, settled, change } = useTypedParameter('q');
  const search = settled.trim();
  return (
    <>
      <PageHeader
        title="Find a record"
        purpose="The history of a contact or a job, in all migrations and by auto-sync"
      />
      <SearchField
        className="record-search-field"
        label="Find a record"
        placeholder="Name, email or ID"
        autoFocus
        value={typed}
        onChange={change}
      />
      {search.length < minTyped ? (
        <EmptyState
          title="Which record?"
          text="Type a name, the beginning of one, an email address, or an ID of AccuLynx or HubSpot."
        />
      ) : (
        <FoundRecords search={search} />
      )}
    </>
  );
}

function FoundRecords({ search }: { readonly search: string }) {
  const { data, error, mutate } = useQuery(searchRecords, { query: { search } }, { keepPreviousData: true });
  if (error)
    return <ErrorState title="Could not search the records" error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Loading label="Searching the records">
        <SkeletonRows rows={5} />
      </Loading>
    );
  const { records, more } = data;
  return (
    <>
      <p className="record-search-count" role="status">
        {countText(records.length, more)}
      </p>
      {records.length === 0 ? (
        <EmptyState
          title="No record found"
          text="Words are found by their beginnings. A record that no migration has planned yet is not here."
        />
      ) : (
        <ul className="found-records" aria-label="Found records">
          {records.map((record) => (
            <FoundRecord key={`${record.kind} ${record.sourceId}`} record={record} />
          ))}
        </ul>
      )}
    </>
  );
}

function FoundRecord({ record }: { readonly record: KnownRecord }) {
  return (
    <li>
      <Link to={recordPath(record)}>
        <small>{kindText(record)}</small>
        <strong>{record.name === '' ? record.sourceId : record.name}</strong>
        <span>{record.key}</span>
      </Link>
    </li>
  );
}

function countText(count: number, more: boolean): string {
  if (more) return `The first ${count} records; type more to narrow them down`;
  return formatRecords(count, { one: 'record', many: 'records' });
}
