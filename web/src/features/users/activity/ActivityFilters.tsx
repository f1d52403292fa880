import { DownloadOutlined } from '@ant-design/icons';
import { useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { SearchField } from '../../../ui/controls/SearchField.tsx';
import { SelectFilter } from '../../../ui/controls/Select.tsx';
import { useTypedParameter, withParameter } from '../../../ui/page/use-typed-parameter.ts';
import { actionTexts } from './activity-texts.ts';
import { exportAddress, type ActivityView } from './activity-view.ts';

const actions = Object.entries(actionTexts).map(([value, label]) => ({ value, label }));

/** Search, kind of action, and the way to take what is filtered along. */
export function ActivityFilters({ view }: { readonly view: ActivityView }) {
  const { typed, change } = useTypedParameter('q');
  const [, setSearch] = useSearchParams();
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
          setSearch((now) => withParameter(now, 'action', action), {
            replace: true,
            preventScrollReset: true,
          });
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
