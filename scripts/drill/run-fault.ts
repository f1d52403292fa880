import { urlOf } from '@ridgeline/postgres';
import { eventually } from '@ridgeline/testkit/eventually';
import type { Prometheus } from '../../tests/telemetry/prometheus.ts';
import { isRuleOf, type Fault, type Stage } from './fault.ts';
import { shows, type Surroundings } from './look.ts';
import { isNamed, readRunbook } from './runbook.ts';
import { nameOf, type Sign } from './sign.ts';

/** The result of a fault. */
export interface DrillResult {
  readonly fault: string;
  readonly alert: string;
  /** From when planting began until the alert fired; null when it did not fire in time. */
  readonly seconds: number | null;
  /** Other alerts that were firing then: consequences of this fault, and remainders of an earlier one. */
  readonly otherAlerts: readonly string[];
  readonly runbook: string;
  /** The places that the runbook says to look at, and whether each showed the sign of this fault. */
  readonly looks: readonly { readonly at: string; readonly shown: boolean }[];
  /** The step of the runbook to which these signs lead; null when it is missing. */
  readonly act: string | null;
  /** Whether the alert ended with the fault; null when that was not checked. */
  readonly ended: boolean | null;
  readonly ok: boolean;
  /** Why the fault could not be planted or removed, if so. */
  readonly problem?: string;
}

const withinMs = 120_000;

/** The firing rules; the rules for each severity count separately. */
const firing = async (prometheus: Prometheus) =>
  (await prometheus.rules())
    .filter(({ state }) => state === 'firing')
    .map(({ name, labels }) => ({ alert: name, labels }));

const fires = async (prometheus: Prometheus, fault: Fault): Promise<boolean> =>
  (await firing(prometheus)).some((rule) => isRuleOf(fault, rule));

/** Waits until the alert fires, or no longer fires; false when that does not happen in time. */
async function untilFiring(prometheus: Prometheus, fault: Fault, wanted: boolean): Promise<boolean> {
  return eventually(
    async () => {
      if ((await fires(prometheus, fault)) !== wanted) throw new Error('It does not come to that');
      return true;
    },
    { within: withinMs, what: `the alert ${fault.alert} to ${wanted ? 'fire' : 'end'}` },
  ).catch(() => false);
}

/** Whether the runbook names the sign and the place shows it soon: possibly only after Prometheus' next scrape. */
async function isSeen(sign: Sign, at: Surroundings): Promise<boolean> {
  if (!isNamed(at.runbook, sign)) return false;
  return eventually(
    async () => {
      if (!(await shows(sign, at))) throw new Error('It does not show');
      return true;
    },
    { within: 20_000, what: nameOf(sign) },
  ).catch(() => false);
}

/** Plants a fault, waits for its alert, follows the runbook to the cause, removes the fault, and checks the result. */
export async function runFault(fault: Fault, stage: Stage, prometheus: Prometheus): Promise<DrillResult> {
  const { name, alert, signs } = fault;
  const runbook = readRunbook(alert);
  const { postgres } = stage.product.description.servers;
  const adminUrl = urlOf(postgres, { database: 'ridgeline' });
  const at = { prometheus, runbook, dir: stage.dir, adminUrl, since: Date.now() / 1_000 };
  const firedBefore = await fires(prometheus, fault);
  const planting = performance.now();
  await using planted = new AsyncDisposableStack();
  planted.use(await fault.plant(stage));
  const hasFired = await untilFiring(prometheus, fault, true);
  const seconds = hasFired ? Number(((performance.now() - planting) / 1_000).toFixed(1)) : null;
  const others = (await firing(prometheus)).filter((rule) => !isRuleOf(fault, rule));
  const otherAlerts = others.map((rule) => rule.alert);
  const looks = [];
  for (const sign of signs) looks.push({ at: nameOf(sign), shown: await isSeen(sign, at) });
  const act = runbook.acts.find((step) => step.startsWith(fault.act)) ?? null;
  await planted.disposeAsync();
  const ended = fault.ends ? await untilFiring(prometheus, fault, false) : null;
  // An alert that fired before does not prove anything about this fault.
  const ok = hasFired && !firedBefore && act !== null && ended !== false && looks.every(({ shown }) => shown);
  return { fault: name, alert, seconds, otherAlerts, runbook: runbook.path, looks, act, ended, ok };
}

/** The result of a fault that could not be planted or removed. */
export function failed({ name, alert }: Fault, error: unknown): DrillResult {
  const problem = error instanceof Error ? error.message : String(error);
  const { path } = readRunbook(alert);
  return {
    fault: name,
    alert,
    seconds: null,
    otherAlerts: [],
    runbook: path,
    looks: [],
    act: null,
    ended: null,
    ok: false,
    problem,
  };
}
