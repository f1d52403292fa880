import type { Connection } from '@ridgeline/contracts';
import { useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { formatCount, formatRecords } from '../../../ui/text/format.ts';
import { connectionNoun } from '../words.ts';
import type { TestState } from './test-connections.ts';
import { TestResult } from './TestResult.tsx';
import { useConnectionTests } from './use-connection-tests.ts';
import './test-dialog.css';

/** Shared by all waiting tests, so that they are not rendered again with each result. */
const waiting: TestState = { kind: 'waiting' };

interface TestDialogProps {
  readonly connections: readonly Connection[];
  readonly onClose: () => void;
}

/** Checks the stored credentials of connections now and shows each result as it arrives. */
export function TestDialog({ connections, onClose }: TestDialogProps) {
  // Fixed, because the selection behind the dialog may change, and the tests themselves may change the connections.
  const [tested] = useState(connections);
  const [round, setRound] = useState(1);
  const states = useConnectionTests(tested, round);
  const done = tested.filter(({ id }) => ['tested', 'failed'].includes(states.get(id)?.kind ?? '')).length;
  const [only] = tested.length === 1 ? tested : [];
  return (
    <Dialog
      open
      title={only ? `Test of ${only.name}` : `Test of ${formatRecords(tested.length, connectionNoun)}`}
      onCancel={onClose}
      footer={[
        <Button
          key="again"
          disabled={done < tested.length}
          onClick={() => {
            setRound(round + 1);
          }}
        >
          Test again
        </Button>,
        <Button key="close" look="primary" onClick={onClose}>
          {done < tested.length ? 'Stop' : 'Close'}
        </Button>,
      ]}
    >
      <p className="test-purpose">
        The stored credentials are tried at both systems now; nothing is changed by it.
      </p>
      <p className="test-purpose numbers" role="status">
        {formatCount(done)} of {formatCount(tested.length)} done
      </p>
      <ul className="test-results" aria-label="Results" tabIndex={0}>
        {tested.map((connection) => (
          <TestResult
            key={connection.id}
            connection={connection}
            state={states.get(connection.id) ?? waiting}
            alone={only !== undefined}
          />
        ))}
      </ul>
    </Dialog>
  );
}
