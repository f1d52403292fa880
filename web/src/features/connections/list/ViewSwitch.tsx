import { AppstoreOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { useId } from 'react';
import { Tooltip } from '../../../components/Tooltip.tsx';
import type { ConnectionView } from './use-connection-view.ts';

const views = [
  { value: 'grid', text: 'Grid', icon: AppstoreOutlined },
  { value: 'list', text: 'List', icon: UnorderedListOutlined },
] as const;

interface ViewSwitchProps {
  readonly view: ConnectionView;
  readonly onChange: (view: ConnectionView) => void;
}

/** Cards or rows: the browser's own radio buttons, so that the arrow keys work. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  const name = useId();
  return (
    <fieldset className="view-switch" aria-label="View">
      {views.map(({ value, text, icon: Icon }) => (
        <Tooltip key={value} title={text}>
          <label>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={value}
              aria-label={text}
              checked={view === value}
              onChange={() => {
                onChange(value);
              }}
            />
            <Icon aria-hidden />
          </label>
        </Tooltip>
      ))}
    </fieldset>
  );
}
