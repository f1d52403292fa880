import { CloseCircleOutlined } from '@ant-design/icons';
import type { Connection } from '@ridgeline/contracts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../ui/controls/Button.tsx';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { ClearButton } from '../../../ui/controls/ClearButton.tsx';
import { SearchField } from '../../../ui/controls/SearchField.tsx';
import { formatCount } from '../../../ui/text/format.ts';
import { unusableReason } from '../../connections/status-display.ts';
import { searchConnections } from './new-migration.ts';

interface ConnectionChoiceProps {
  readonly connections: readonly Connection[];
  readonly chosenIds: readonly number[];
  /** What is wrong with the choice, or null. */
  readonly error: string | null;
  readonly onChange: (ids: readonly number[]) => void;
}

const isUsable = (connection: Connection) => unusableReason(connection) === null;

/** A searchable table of connections to tick. */
export function ConnectionChoice({ connections, chosenIds, error, onChange }: ConnectionChoiceProps) {
  const [text, setText] = useState('');
  const found = searchConnections(connections, text);
  const filtered = text.trim() !== '';
  const choose = (id: number, chosen: boolean) => {
    onChange(chosen ? [...chosenIds, id] : chosenIds.filter((other) => other !== id));
  };
  return (
    <div className="connection-choice">
      <SearchField
        autoFocus
        label="Search connections"
        placeholder="Search by name or portal ID..."
        value={text}
        onChange={setText}
      />
      <div className="connection-choice-actions">
        <Button
          small
          disabled={!found.some(isUsable)}
          onClick={() => {
            onChange([...new Set([...chosenIds, ...found.filter(isUsable).map(({ id }) => id)])]);
          }}
        >
          {filtered ? 'Select Filtered' : 'Select All'}
        </Button>
        {chosenIds.length > 0 ? (
          <ClearButton small onClick={() => onChange([])}>
            Clear Selection
          </ClearButton>
        ) : null}
        <span className="numbers" role="status">
          {chosenIds.length > 0 ? `${formatCount(chosenIds.length)} selected` : null}
        </span>
      </div>
      <div className="connection-choice-rows">
        <table>
          <thead>
            <tr>
              <th scope="col">Select</th>
              <th scope="col">Connection Name</th>
              <th scope="col">HubSpot Portal ID</th>
            </tr>
          </thead>
          <tbody>
            {found.map((connection) => (
              <ConnectionRow
                key={connection.id}
                connection={connection}
                chosen={chosenIds.includes(connection.id)}
                onChoose={choose}
              />
            ))}
          </tbody>
        </table>
        {found.length === 0 ? <p className="connection-choice-none">No matching connections</p> : null}
      </div>
      <p className="connection-choice-error" role="alert">
        {error}
      </p>
    </div>
  );
}

interface ConnectionRowProps {
  readonly connection: Connection;
  readonly chosen: boolean;
  readonly onChoose: (id: number, chosen: boolean) => void;
}

/** A selectable connection. One whose credentials do not work says so and links to where they are replaced. */
function ConnectionRow({ connection, chosen, onChoose }: ConnectionRowProps) {
  const { id, name, hubSpotPortalId } = connection;
  const reason = unusableReason(connection);
  const noteId = `choose-${id}-note`;
  return (
    <tr className={reason ? 'connection-choice-unusable' : undefined}>
      <td>
        <Checkbox
          id={`choose-${id}`}
          checked={chosen}
          disabled={reason !== null}
          {...(reason ? { 'aria-describedby': noteId } : {})}
          onChange={(event) => {
            onChoose(id, event.target.checked);
          }}
        />
      </td>
      <td>
        <label className="connection-choice-name" htmlFor={`choose-${id}`}>
          {name}
        </label>
        {hubSpotPortalId ? (
          <p className="connection-choice-portal numbers">HubSpot portal {hubSpotPortalId}</p>
        ) : null}
        {reason ? (
          <p id={noteId} className="connection-choice-note">
            <CloseCircleOutlined aria-hidden /> Invalid: {reason}{' '}
            <Link to="/connections">Portal Connections</Link>
          </p>
        ) : null}
      </td>
      <td className="numbers">{hubSpotPortalId ?? '–'}</td>
    </tr>
  );
}
