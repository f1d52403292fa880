import { AppstoreOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { IconRadios } from '../../../ui/controls/IconRadios.tsx';
import type { ConnectionView } from './use-connection-view.ts';

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
