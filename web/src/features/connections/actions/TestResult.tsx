import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  LoadingOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import { connectionChecks, type Connection, type ConnectionTest } from '@ridgeline/contracts';
import { memo } from 'react';
import { failureText } from '../../../api/error-policy.ts';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { checkNames, testSummary } from './check-words.ts';
import type { TestState } from './test-connections.ts';

type Check = ConnectionTest['checks'][number];

const looks = {
  passed: { tone: 'success', icon: CheckCircleOutlined, text: 'Passed' },
  warning: { tone: 'warning', icon: WarningOutlined, text: 'Warning' },
  failed: { tone: 'error', icon: CloseCircleOutlined, text: 'Failed' },
  testing: { tone: 'active', icon: LoadingOutlined, text: 'Testing…' },
  waiting: { tone: 'waiting', icon: ClockCircleOutlined, text: 'Waiting' },
} as const;

interface TestResultProps {
  readonly connection: Connection;
  readonly state: TestState;
  /** It is the only one: its name stands above, and all its checks are told. */
  readonly alone: boolean;
}

/** What the test of a connection found so far: all its checks, or in a crowd those that did not pass. */
export const TestResult = memo(function TestResult({ connection, state, alone }: TestResultProps) {
  if (alone && state.kind !== 'failed') return <Checks state={state} />;
  const told = state.kind === 'tested' ? state.checks.filter(({ result }) => result !== 'passed') : [];
  return (
    <li className="test-result">
      <StatusTag {...looks[state.kind === 'tested' ? testSummary(state.checks) : state.kind]} />
      <div>
        <strong>{connection.name}</strong>
        {state.kind === 'failed' ? (
          <p>{failureText(state.error, 'It could not be tested.').text}</p>
        ) : (
          told.map(({ check, text }) => (
            <p key={check}>
              {checkNames[check]}: {text}
            </p>
          ))
        )}
      </div>
    </li>
  );
});

/** One line for each check, from the beginning: nothing moves when the results come. */
function Checks({ state }: { readonly state: TestState }) {
  const found = new Map<string, Check>(
    state.kind === 'tested' ? state.checks.map((check) => [check.check, check]) : [],
  );
  return connectionChecks.map((name) => {
    const check = found.get(name);
    return (
      <li key={name} className="test-result">
        <StatusTag {...looks[check?.result ?? (state.kind === 'tested' ? 'waiting' : 'testing')]} />
        <div>
          <strong>{checkNames[name]}</strong>
          <p>{check?.text ?? ' '}</p>
        </div>
      </li>
    );
  });
}
