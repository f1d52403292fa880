import { AppstoreOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { IconRadios } from '../../../ui/controls/IconRadios.tsx';
import { Loading, SkeletonCard, SkeletonRows } from '../../../ui/page/Loading.tsx';
import { useRemembered } from '../../../ui/page/remembered.ts';
import './loading-connections.css';

const views = [
  { value: 'grid', text: 'Grid', icon: AppstoreOutlined },
  { value: 'list', text: 'List', icon: UnorderedListOutlined },
] as const;

interface ViewSwitchProps {
  readonly view: ConnectionView;
  readonly onChange: (view: ConnectionView) => void;
}

/** Cards or rows. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return (
    <fieldset className="view-switch" aria-label="View">
      <IconRadios choices={views} chosen={view} onChoose={onChange} />
    </fieldset>
  );
}

type ConnectionView = 'grid' | 'list';

/** The remembered view; the grid while nothing was chosen. */
export const readView = (remembered: string | null): ConnectionView =>
  remembered === 'list' ? 'list' : 'grid';

/** Whether the connections are cards or rows, as this device remembers it, and what changes that. */
export function useConnectionView(): readonly [ConnectionView, (view: ConnectionView) => void] {
  const [remembered, remember] = useRemembered('ridgeline-connections');
  return [readView(remembered), remember];
}

/** Reserves the space of the search and of cards or rows while nothing is loaded. */
export function LoadingConnections() {
  const [view] = useConnectionView();
  return (
    <Loading label="Loading the connections">
      <div className={`connections-loading connections-loading-${view}`}>
        {view === 'list' ? (
          <div className="state-card">
            <SkeletonRows rows={8} />
          </div>
        ) : (
          Array.from({ length: 6 }, (_, card) => <SkeletonCard key={card} lines={5} />)
        )}
      </div>
    </Loading>
  );
}
