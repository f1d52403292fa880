import { listConnections, migrationStatusSchema } from '@ridgeline/contracts';
import { memo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useQuery } from '../../../api/use-query.ts';
import { viewedTypes } from '../objects/index.ts';
import { ClearButton } from '../../../ui/controls/ClearButton.tsx';
import { SearchField } from '../../../ui/controls/SearchField.tsx';
import { SelectFilter } from '../../../ui/controls/Select.tsx';
import { useSetFilters } from '../../../ui/page/use-set-filters.ts';
import { useTypedParameter } from '../../../ui/page/use-typed-parameter.ts';
import { capitalized } from '../../../ui/text/format.ts';
import { inOrder } from '../../connections/use-connections.ts';
import { typeText } from '../record-words.ts';
import { DateRange } from './DateRange.tsx';
import { isFiltered, unfiltered, type HistoryView } from './history-view.ts';

const statuses = migrationStatusSchema.options.map((value) => ({ value, label: capitalized(value) }));
const types = viewedTypes.map((value) => ({ value, label: typeText(value) }));

/** Search, filters and days; kept in the URL so that Back restores them. */
export const HistoryFilters = memo(function HistoryFilters({ view }: { readonly view: HistoryView }) {
  const { typed, change } = useTypedParameter('q');
  const [, setSearch] = useSearchParams();
  const setFilters = useSetFilters();
  const set = (name: string) => (value: string) => {
    setFilters({ [name]: value });
  };
  return (
    <div className="history-filters">
      <SearchField
        className="history-search"
        label="Search the history"
        placeholder="Name, portal ID or #number"
        value={typed}
        onChange={change}
      />
      <SelectFilter
        className="history-select"
        label="Status"
        all="Any status"
        options={statuses}
        value={view.status}
        onChange={set('status')}
      />
      <SelectFilter
        className="history-select"
        label="Type"
        all="Any type"
        options={types}
        value={view.type}
        onChange={set('type')}
      />
      <ConnectionFilter value={view.connection} onChange={set('connection')} />
      <DateRange range={view} onChange={setFilters} />
      {isFiltered(view) ? (
        <ClearButton
          look="text"
          onClick={() => {
            change('');
            setSearch(unfiltered, { replace: true });
          }}
        >
          Clear filters
        </ClearButton>
      ) : null}
    </div>
  );
});

interface ConnectionFilterProps {
  readonly value: number | null;
  readonly onChange: (value: string) => void;
}

/** The existing connections, in the order of their page; a deleted one in the URL still appears. */
function ConnectionFilter({ value, onChange }: ConnectionFilterProps) {
  const { data = [] } = useQuery(listConnections);
  const options = inOrder(data).map(({ id, name }) => ({ value: String(id), label: name }));
  const gone = value !== null && !data.some(({ id }) => id === value);
  return (
    <SelectFilter
      className="history-select"
      label="Connection"
      all="Any connection"
      options={gone ? [...options, { value: String(value), label: `Connection #${value}` }] : options}
      value={value === null ? null : String(value)}
      onChange={onChange}
    />
  );
}
