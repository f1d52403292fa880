import type { Connection } from '@ridgeline/contracts';
import { useDeferredValue, useMemo, useState } from 'react';
import { ClearButton } from '../../../ui/controls/ClearButton.tsx';
import { SearchField } from '../../../ui/controls/SearchField.tsx';
import { EmptyState } from '../../../ui/page/PageStates.tsx';
import { useRemembered } from '../../../ui/page/remembered.ts';
import { useTypedParameter } from '../../../ui/page/use-typed-parameter.ts';
import { formatCount, formatRecords } from '../../../ui/text/format.ts';
import { TestDialog } from '../actions/TestDialog.tsx';
import { useActionsMenu } from '../actions/use-actions-menu.tsx';
import type { ShowDialog } from '../actions/use-connection-dialog.ts';
import { inOrder } from '../use-connections.ts';
import { connectionNoun } from '../words.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import { readColumns, writtenColumns } from './columns.tsx';
import { ConnectionGrid } from './ConnectionGrid.tsx';
import { ConnectionTable } from './ConnectionTable.tsx';
import { SelectionBar, useSelection } from './SelectionBar.tsx';
import { useCreators } from './use-creators.ts';
import { useConnectionView, ViewSwitch } from './ViewSwitch.tsx';
import './connection-list.css';

interface ConnectionListProps {
  readonly connections: readonly Connection[];
  readonly onShow: ShowDialog;
}

/** All connections of the company: searched by name, as cards or as rows. */
export function ConnectionList({ connections, onShow }: ConnectionListProps) {
  const { typed, change } = useTypedParameter('q');
  const [view, setView] = useConnectionView();
  const [rememberedColumns, rememberColumns] = useRemembered('ridgeline-connection-columns');
  const text = useDeferredValue(typed);
  const sorted = useMemo(() => inOrder(connections), [connections]);
  const found = useMemo(() => searchByName(sorted, text), [sorted, text]);
  const columns = useMemo(() => readColumns(rememberedColumns), [rememberedColumns]);
  const creators = useCreators(connections);
  const selection = useSelection();
  const [testing, setTesting] = useState(false);
  const menu = useActionsMenu(onShow);
  const ticked = sorted.filter(({ id }) => selection.ids.has(id));
  const shown = { connections: found, creators, menu };
  return (
    <>
      <div className="connection-tools">
        <SearchField
          className="connection-search"
          label="Search portals by name"
          placeholder="Search portals by name..."
          value={typed}
          onChange={change}
        />
        <p className="connection-count numbers" role="status">
          {text.trim() === ''
            ? formatRecords(connections.length, connectionNoun)
            : `Showing ${formatCount(found.length)} of ${formatRecords(connections.length, connectionNoun)}`}
        </p>
        {view === 'list' ? (
          <>
            <SelectionBar
              count={ticked.length}
              onTest={() => {
                setTesting(true);
              }}
              onClear={selection.clear}
            />
            <ColumnChooser
              columns={columns}
              onChange={(next) => {
                rememberColumns(writtenColumns(next));
              }}
            />
          </>
        ) : null}
        <ViewSwitch view={view} onChange={setView} />
      </div>
      {found.length === 0 ? (
        <NoneFound
          text={text.trim()}
          onClear={() => {
            change('');
          }}
        />
      ) : view === 'grid' ? (
        <ConnectionGrid {...shown} />
      ) : (
        <ConnectionTable {...shown} columns={columns} selection={selection} />
      )}
      {menu.menu}
      {testing ? (
        <TestDialog
          connections={ticked}
          onClose={() => {
            setTesting(false);
          }}
        />
      ) : null}
    </>
  );
}

function NoneFound({ text, onClear }: { readonly text: string; readonly onClear: () => void }) {
  return (
    <div className="state-card connection-none">
      <EmptyState
        title="No matching connections"
        text={`No connection has “${text}” in its name.`}
        action={<ClearButton onClick={onClear}>Clear Search</ClearButton>}
      />
    </div>
  );
}

/** The connections whose name contains the text, without regard to case; all of them for an empty text. */
export function searchByName<C extends Pick<Connection, 'name'>>(
  connections: readonly C[],
  text: string,
): readonly C[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? connections : connections.filter(({ name }) => name.toLowerCase().includes(wanted));
}
