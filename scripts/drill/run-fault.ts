import { existsSync } from 'node:fs';
import { eventually } from '@ridgeline/testkit/eventually';
import type { Prometheus } from '../../tests/telemetry/prometheus.ts';
import type { Fault, Stage } from './fault.ts';

/** What came of a fault. */
export interface DrillResult {
  readonly fault: string;
  readonly alert: string;
  /** From the beginning of the planting to the alert; null when it did not fire in time. */
  readonly seconds: number | null;
  readonly runbook: string;
  readonly cause: string;
  /** How many values the query that shows the cause had since the fault was planted. */
  readonly values: number;
  readonly ok: boolean;
}

const withinMs = 120_000;

async function untilFiring(prometheus: Prometheus, alert: string): Promise<boolean> {
  return eventually(
    async () => {
      const rules = await prometheus.rules();
      if (!rules.some(({ name, state }) => name === alert && state === 'firing'))
        throw new Error('It does not fire');
      return true;
    },
    { within: withinMs, what: `the alert ${alert}` },
  ).catch(() => false);
}

/** The values of the query that shows the cause; the samples that fired the alert may be younger than its last step. */
async function shownBy(prometheus: Prometheus, since: number, cause: string): Promise<readonly number[]> {
  const ask = async (): Promise<readonly number[]> => {
    const values = await prometheus.valuesSince(since, cause);
    if (values.length === 0) throw new Error('It has no values');
    return values;
  };
  return eventually(ask, { within: 15_000, what: cause }).catch(() => []);
}

/** Plants a fault, waits for its alert, follows the runbook to the cause, takes the fault away, and judges it all. */
export async function runFault(fault: Fault, stage: Stage, prometheus: Prometheus): Promise<DrillResult> {
  const { name, alert, cause } = fault;
  const began = Date.now() / 1_000;
  const before = await prometheus.rules();
  const fired = before.some((rule) => rule.name === alert && rule.state === 'firing');
  const planting = performance.now();
  await using planted = new AsyncDisposableStack();
  planted.use(await fault.plant(stage));
  const fires = await untilFiring(prometheus, alert);
  const seconds = fires ? Number(((performance.now() - planting) / 1_000).toFixed(1)) : null;
  const values = await shownBy(prometheus, began, cause);
  const runbook = `docs/runbooks/${alert}.md`;
  // An alert that fired before tells nothing of this fault.
  const ok = fires && !fired && existsSync(runbook) && values.length > 0;
  return { fault: name, alert, seconds, runbook, cause, values: values.length, ok };
}
