import { DownloadOutlined, DownOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { SearchField } from '../../../components/SearchField.tsx';
import { useTypedParameter, withParameter } from '../../../components/use-typed-parameter.ts';
import { actionTexts } from './activity-texts.ts';
import { exportAddress, type ActivityView } from './activity-view.ts';

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
      <span className="activity-action">
        <select
          aria-label="Which actions"
          value={view.action ?? ''}
          onChange={({ target }) => {
            setSearch((now) => withParameter(now, 'action', target.value), {
              replace: true,
              preventScrollReset: true,
            });
          }}
        >
          <option value="">All actions</option>
          {Object.entries(actionTexts).map(([action, text]) => (
            <option key={action} value={action}>
              {text}
            </option>
          ))}
        </select>
        <DownOutlined aria-hidden />
      </span>
      <Button
        className="activity-export"
        icon={<DownloadOutlined aria-hidden />}
        href={exportAddress(view)}
        download
      >
        Export CSV
      </Button>
    </div>
  );
}
