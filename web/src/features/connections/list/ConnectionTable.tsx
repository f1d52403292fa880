import type { Connection } from '@ridgeline/contracts';
import { memo, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { useVisibleRows } from '../../../ui/table/visible-rows.ts';
import { usePhone } from '../../../ui/theme/use-media-query.ts';
import { ActionsButton, type ToggleMenu } from '../actions/use-actions-menu.tsx';
import { listColumns, type ColumnName } from './columns.tsx';
import type { ConnectionsProps } from './ConnectionGrid.tsx';
import { allTicked, type Selection } from './SelectionBar.tsx';
import type { Creators } from './use-creators.ts';
import './connection-table.css';

const rowHeight = 64;

/** The width of the first column, in pixels. */
const nameWidth = { phone: 220, wide: 296 };

interface ConnectionTableProps extends ConnectionsProps {
  readonly columns: readonly ColumnName[];
  readonly selection: Selection;
}

/**
 * The connections as rows, in a container that scrolls both ways; the header and the first column stay visible. Only
 * visible rows are rendered.
 */
export function ConnectionTable(props: ConnectionTableProps) {
  const { connections, creators, columns, selection, menu } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const first = usePhone() ? nameWidth.phone : nameWidth.wide;
  const { from, to } = useVisibleRows(body, { count: connections.length, rowHeight, scroller, ahead: 3 });
  const others = columns.filter((name) => name !== 'name');
  const width = others.reduce((sum, name) => sum + listColumns[name].width, first);
  const ids = connections.map(({ id }) => id);
  const more = useMoreBeside(scroller, width);
  return (
    <div className={more ? 'connection-table-frame connection-table-more' : 'connection-table-frame'}>
      <div
        ref={scroller}
        className="connection-table"
        role="region"
        aria-label="List of connections"
        tabIndex={0}
      >
        <table aria-label="Connections" aria-rowcount={connections.length + 1} style={{ minWidth: width }}>
          <colgroup>
            <col style={{ width: first }} />
            {others.map((name) => (
              <col key={name} style={{ width: listColumns[name].width }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">
                <span className="connection-table-name">
                  <Checkbox
                    aria-label="Select all"
                    checked={allTicked(selection.ids, ids)}
                    onChange={() => {
                      selection.toggleAll(ids);
                    }}
                  />
                  Portal Name / Actions
                </span>
              </th>
              {others.map((name) => (
                <th key={name} scope="col">
                  {listColumns[name].title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            <Room height={from * rowHeight} columns={columns.length} />
            {connections.slice(from, to).map((connection, index) => (
              <ConnectionRow
                key={connection.id}
                position={from + index + 2}
                connection={connection}
                columns={columns}
                creators={creators}
                selected={selection.ids.has(connection.id)}
                onSelect={selection.toggle}
                menuOpen={menu.openFor === connection.id}
                onMenu={menu.toggle}
              />
            ))}
            <Room height={(connections.length - to) * rowHeight} columns={columns.length} />
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Whether a part of the page can still be scrolled to the right; its content is `width` pixels wide. */
function useMoreBeside(scroller: RefObject<HTMLElement | null>, width: number): boolean {
  const [more, setMore] = useState(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      setMore(element.scrollLeft + element.clientWidth < element.scrollWidth - 1);
    };
    look();
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, width]);
  return more;
}

/** Reserves the space of rows that are not rendered. */
function Room({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height === 0) return null;
  return (
    <tr aria-hidden className="connection-table-room" style={{ height }}>
      <td colSpan={columns} />
    </tr>
  );
}

interface ConnectionRowProps {
  readonly connection: Connection;
  /** Its place in the whole table, counted from 1. */
  readonly position: number;
  readonly columns: readonly ColumnName[];
  readonly creators: Creators;
  readonly selected: boolean;
  readonly onSelect: (id: number) => void;
  readonly menuOpen: boolean;
  readonly onMenu: ToggleMenu;
}

/** A connection as a row. It is drawn again only when something about it changes, however long the list is. */
const ConnectionRow = memo(function ConnectionRow(props: ConnectionRowProps) {
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
