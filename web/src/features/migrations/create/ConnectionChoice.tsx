import { SearchOutlined } from '@ant-design/icons';
import type { Connection } from '@ridgeline/contracts';
import { Button, Checkbox, Input } from 'antd';
import { useState } from 'react';
import { formatCount } from '../../../components/format.ts';
import { searchConnections } from './connection-search.ts';

interface ConnectionChoiceProps {
  readonly connections: readonly Connection[];
  readonly chosenIds: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
}

/** A searchable table of connections to tick. */
export function ConnectionChoice({ connections, chosenIds, onChange }: ConnectionChoiceProps) {
  const [text, setText] = useState('');
  const found = searchConnections(connections, text);
  const filtered = text.trim() !== '';
  const choose = (id: number, chosen: boolean) => {
    onChange(chosen ? [...chosenIds, id] : chosenIds.filter((other) => other !== id));
  };
  return (
    <div className="connection-choice">
      <Input
        allowClear
        prefix={<SearchOutlined aria-hidden />}
        placeholder="Search by name or portal ID..."
        aria-label="Search connections"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
      <div className="connection-choice-actions">
        <Button
          size="small"
          onClick={() => {
            onChange([...new Set([...chosenIds, ...found.map(({ id }) => id)])]);
          }}
        >
          {filtered ? 'Select Filtered' : 'Select All'}
        </Button>
        <Button size="small" disabled={chosenIds.length === 0} onClick={() => onChange([])}>
          Clear Selection
        </Button>
        <span className="numbers" role="status">
          {formatCount(chosenIds.length)} selected
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
            {found.map(({ id, name, hubSpotPortalId }) => (
              <tr key={id}>
                <td>
                  <Checkbox
                    id={`choose-${id}`}
                    checked={chosenIds.includes(id)}
                    onChange={(event) => {
                      choose(id, event.target.checked);
                    }}
                  />
                </td>
                <td>
                  <label className="connection-choice-name" htmlFor={`choose-${id}`}>
                    {name}
                  </label>
                </td>
                <td className="numbers">{hubSpotPortalId ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {found.length === 0 ? <p className="connection-choice-none">No matching connections</p> : null}
      </div>
    </div>
  );
}
