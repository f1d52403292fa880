import { migrationStatusSchema } from '@ridgeline/contracts';
import { useSearchParams } from 'react-router-dom';
import { ClearButton } from '../../ui/controls/ClearButton.tsx';
import { SearchField } from '../../ui/controls/SearchField.tsx';
import { SelectFilter } from '../../ui/controls/Select.tsx';
import { useSetFilters } from '../../ui/page/use-set-filters.ts';
import { useTypedParameter } from '../../ui/page/use-typed-parameter.ts';
import { capitalized } from '../../ui/text/format.ts';
import { viewedTypes } from '../migrations/objects/index.ts';
import { typeText } from '../migrations/record-words.ts';
import { CompanyFilter } from './CompanyFilter.tsx';
import { isNarrowed, unfiltered, useMigrationsView } from './migrations-view.ts';

const statuses = migrationStatusSchema.options.map((value) => ({ value, label: capitalized(value) }));
const types = viewedTypes.map((value) => ({ value, label: typeText(value) }));

/** Search, company, status and type; kept in the URL so that Back restores them. */
export function MigrationFilters() {
  const view = useMigrationsView();
  const { typed, change } = useTypedParameter('q');
  const [, setSearch] = useSearchParams();
  const setFilters = useSetFilters();
  const set = (name: string) => (value: string) => {
    setFilters({ [name]: value });
  };
  return (
    <div className="company-filters company-filters-below">
      <SearchField
        className="company-search"
        label="Search migrations"
        placeholder="Company or #number"
        value={typed}
        onChange={change}
      />
      <CompanyFilter value={view.company} onChange={set('company')} />
      <SelectFilter
        className="company-state"
        label="Status"
        all="Any status"
        options={statuses}
        value={view.status}
        onChange={set('status')}
      />
      <SelectFilter
        className="company-state"
        label="Type"
        all="Any type"
        options={types}
        value={view.type}
        onChange={set('type')}
      />
      {isNarrowed(view) ? (
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
}
