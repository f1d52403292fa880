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
import { StatusTag } from '../../../ui/controls/StatusTag.tsx';
import { formatTimeOfDay } from '../../../ui/text/format.ts';
import type { TestState } from './test-connections.ts';

type Check = ConnectionTest['checks'][number];

const looks = {
  passed: { tone: 'success', icon: CheckCircleOutlined, text: 'Passed' },
  warning: { tone: 'warning', icon: WarningOutlined, text: 'Warning' },
  failed: { tone: 'error', icon: CloseCircleOutlined, text: 'Failed' },
  testing: { tone: 'active', icon: LoadingOutlined, text: 'Testing…' },
  held: { tone: 'waiting', icon: ClockCircleOutlined, text: 'Waiting' },
  waiting: { tone: 'waiting', icon: ClockCircleOutlined, text: 'Waiting' },
} as const;

interface TestResultProps {
  readonly connection: Connection;
  readonly state: TestState;
  /** Whether this is the only connection: then its name is in the title, and all its checks are shown. */
  readonly alone: boolean;
}

/** The test results of a connection so far: all checks or, among several connections, only those that did not pass. */
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
        ) : state.kind === 'held' ? (
          <p>{heldText(state.until)}</p>
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

/** Why nothing happens, and when it continues. */
const heldText = (until: number): string =>
  `Many connections were tested just now; the test continues automatically at ${formatTimeOfDay(until)}.`;

/** One line per check from the start, so that nothing moves when results arrive. */
function Checks({ state }: { readonly state: TestState }) {
  const found = new Map<string, Check>(
    state.kind === 'tested' ? state.checks.map((check) => [check.check, check]) : [],
  );
  return connectionChecks.map((name, index) => {
    const check = found.get(name);
    const held = state.kind === 'held' && index === 0 ? heldText(state.until) : null;
    return (
      <li key={name} className="test-result">
        <StatusTag {...looks[check?.result ?? (state.kind === 'tested' ? 'waiting' : 'testing')]} />
        <div>
          <strong>{checkNames[name]}</strong>
          <p>{check?.text ?? held ?? ' '}</p>
        </div>
      </li>
    );
  });
}

/** What each check verifies. */
const checkNames: Readonly<Record<(typeof connectionChecks)[number], string>> = {
  acculynx: 'AccuLynx API key',
  hubspot: 'HubSpot token',
  properties: 'HubSpot properties',
  pipeline: 'Deal pipeline',
  webhook: 'Webhook subscription',
};

const worstFirst = ['failed', 'warning', 'passed'] as const;

/** The overall result of a connection's checks: the worst one. */
export const testSummary = (checks: ConnectionTest['checks']): (typeof worstFirst)[number] =>
  worstFirst.find((one) => checks.some(({ result }) => result === one)) ?? 'passed';
