import { DownloadOutlined } from '@ant-design/icons';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { SearchField } from '../../../ui/controls/SearchField.tsx';
import { SelectFilter } from '../../../ui/controls/Select.tsx';
import { useSetFilters } from '../../../ui/page/use-set-filters.ts';
import { useTypedParameter } from '../../../ui/page/use-typed-parameter.ts';
import { actionTexts } from './activity-texts.ts';
import { exportAddress, type ActivityView } from './activity-view.ts';

const actions = Object.entries(actionTexts).map(([value, label]) => ({ value, label }));

/** Search, kind of action, and a link to export what is filtered. */
export function ActivityFilters({ view }: { readonly view: ActivityView }) {
  const { typed, change } = useTypedParameter('q');
  const setFilters = useSetFilters();
  return (
    <div className="users-filters">
      <SearchField
        className="users-search"
        label="Search the activity"
        placeholder="Search by email, company, address or detail"
        value={typed}
        onChange={change}
      />
      <SelectFilter
        className="activity-action"
        label="Which actions"
        all="All actions"
        options={actions}
        value={view.action}
        onChange={(action) => {
          setFilters({ action });
        }}
      />
      <ButtonLink
        className="activity-export"
        icon={<DownloadOutlined aria-hidden />}
        href={exportAddress(view)}
        download
      >
        Export CSV
      </ButtonLink>
    </div>
  );
}
