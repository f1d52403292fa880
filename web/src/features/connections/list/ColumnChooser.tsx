import { TableOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { Popup } from '../../../ui/menu/Popup.tsx';
import { columnNames, columnTitle, withColumn, type ColumnName } from './columns.tsx';

interface ColumnChooserProps {
  readonly columns: readonly ColumnName[];
  readonly onChange: (columns: readonly ColumnName[]) => void;
}

/** Which columns the list has; the name's is always on. */
export function ColumnChooser({ columns, onChange }: ColumnChooserProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => {
    setAnchor(null);
  };
  return (
    <>
      <Button
        icon={<TableOutlined aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => {
          setAnchor(anchor ? null : currentTarget);
        }}
      >
        Columns
      </Button>
      {anchor ? (
        <Popup anchor={anchor} role="dialog" label="Columns of the list" onClose={close}>
          {columnNames.map((name) => (
            <Checkbox
              key={name}
              className="popup-item"
              checked={columns.includes(name)}
              disabled={name === 'name'}
              onChange={({ target }) => {
                onChange(withColumn(columns, name, target.checked));
              }}
            >
              {columnTitle(name)}
            </Checkbox>
          ))}
        </Popup>
      ) : null}
    </>
  );
}
