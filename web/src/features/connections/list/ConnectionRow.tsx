import type { Connection } from '@ridgeline/contracts';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { ActionsButton } from '../actions/ActionsButton.tsx';
import type { ToggleMenu } from '../actions/use-actions-menu.tsx';
import type { ColumnName } from './column-choice.ts';
import { listColumns } from './columns.tsx';
import type { Creators } from './use-creators.ts';

interface ConnectionRowProps {
  readonly connection: Connection;
  /** Where it stands in the whole table, counted from 1. */
  readonly position: number;
  readonly columns: readonly ColumnName[];
  readonly creators: Creators;
  readonly selected: boolean;
  readonly onSelect: (id: number) => void;
  readonly menuOpen: boolean;
  readonly onMenu: ToggleMenu;
}

/** A connection as a row. It is drawn again only when something about it changes, however long the list is. */
export const ConnectionRow = memo(function ConnectionRow(props: ConnectionRowProps) {
  const { connection, position, columns, creators, selected, onSelect, menuOpen, onMenu } = props;
  const { id, name } = connection;
  return (
    <tr aria-rowindex={position} {...(selected ? { className: 'connection-row-selected' } : {})}>
      <th scope="row">
        <div className="connection-table-name">
          <Checkbox
            aria-label={`Select ${name}`}
            checked={selected}
            onChange={() => {
              onSelect(id);
            }}
          />
          <Link to={`/connections/${id}`} className="connection-name" title={name}>
            {name}
          </Link>
          <ActionsButton connection={connection} open={menuOpen} onToggle={onMenu} />
        </div>
      </th>
      {columns.map((column) =>
        column === 'name' ? null : <td key={column}>{listColumns[column].render(connection, creators)}</td>,
      )}
    </tr>
  );
});
