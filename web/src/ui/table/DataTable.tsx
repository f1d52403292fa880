import { memo, type ReactNode } from 'react';
import './data-table.css';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** A CSS width; columns without one share the rest. */
  readonly width?: string;
  readonly render: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** What the table holds, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => number | string;
  /** Content below a row, as wide as the table; null for none. */
  readonly below?: (row: Row) => ReactNode;
  /** Below it the table scrolls sideways: columns without a width need room beside those with one. */
  readonly minWidth?: string;
}

/**
 * A table for one page of rows: a sticky header and rows of 44 pixels. antd's Table comes with selects, trees and menus for
 * filters that we keep in the URL; it would weigh more than any page that shows rows.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  below = nothing,
  minWidth = '800px',
}: DataTableProps<Row>) {
  return (
    <div className="data-table">
      <table aria-label={label} style={{ minWidth }}>
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} {...(width ? { style: { width } } : {})} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)} columns={columns} row={row} below={below} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const nothing = () => null;

type RowProps<Row> = Required<Pick<DataTableProps<Row>, 'columns' | 'below'>> & { readonly row: Row };

function Cells<Row>({ columns, row, below }: RowProps<Row>) {
  const more = below(row);
  return (
    <>
      <tr>
        {columns.map(({ key, render }) => (
          <td key={key}>{render(row)}</td>
        ))}
      </tr>
      {more === null ? null : (
        <tr className="data-table-below">
          <td colSpan={columns.length}>{more}</td>
        </tr>
      )}
    </>
  );
}

/** A row is drawn again only when it changed itself. */
const TableRow = memo(Cells) as typeof Cells;
