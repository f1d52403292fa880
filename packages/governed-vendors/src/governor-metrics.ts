import { counter, gauge, histogram, readGauge, stopwatch } from '@ridgeline/kit/metrics';
import type { LabelsOf, Registry } from '@ridgeline/kit/metrics';
import { governorDefinitions } from './metric-definitions.ts';
import {
  createGovernor,
  type AcquireOptions,
  type Budget,
  type Governor,
  type GovernorOptions,
  type GovernorState,
  type GovernorWait,
} from '@ridgeline/redis';

type BudgetName = LabelsOf<typeof governorDefinitions.governorCalls.labels>['budget'];
type Cause = LabelsOf<typeof governorDefinitions.governorWaits.labels>['cause'];
type Vendor = LabelsOf<typeof governorDefinitions.governorWait.labels>['vendor'];

/** The prefixes of budgets' keys, without their owners. */
const names: readonly (readonly [prefix: string, name: BudgetName, vendor: Vendor])[] = [
  ['acculynx:key:', 'acculynx-key', 'AccuLynx'],
  ['acculynx:address:', 'acculynx-address', 'AccuLynx'],
  ['acculynx:spacing:', 'acculynx-spacing', 'AccuLynx'],
  ['acculynx:checks:', 'acculynx-checks', 'AccuLynx'],
  ['hubspot:token:', 'hubspot-token', 'HubSpot'],
];

/** The rate limit of stored checks belongs to no vendor: work that waits for it has not called one yet. */
const ownPace = ['validation:stored-checks:', 'stored-checks'] as const;

const budgets = [...names.map(([prefix, name]) => [prefix, name] as const), ownPace];

/** Undefined for a budget that the catalogue does not know: it is not counted. */
const nameOf = ({ key }: Pick<Budget, 'key'>): BudgetName | undefined =>
  budgets.find(([prefix]) => key.startsWith(prefix))?.[1];

const vendorOf = (budgets: readonly Budget[]): Vendor | undefined =>
  names.find(([prefix]) => budgets[0]?.key.startsWith(prefix))?.[2];

function causeOf({ blocked, isReserved }: GovernorWait): Cause {
  if (isReserved) return 'reserved';
  return blocked ? 'blocked' : 'used-up';
}

/** The governor of this process, with its limits measured. */
export function vendorGovernor({
  metrics,
  ...options
}: GovernorOptions & { readonly metrics: Registry }): Governor {
  const governor = createGovernor(options);
  return measureGovernor(governor, governor, metrics);
}

/** Measures how much of the limits is used, and who waits for them. */
export function measureGovernor(governor: Governor, state: GovernorState, registry: Registry): Governor {
  const calls = counter(registry, governorDefinitions.governorCalls);
  const waited = histogram(registry, governorDefinitions.governorWait);
  const waiting = gauge(registry, governorDefinitions.governorWaiting);
  const waits = counter(registry, governorDefinitions.governorWaits);
  const blocked = counter(registry, governorDefinitions.governorBlocked);
  const started = measureUse(registry);
  readGauge(registry, governorDefinitions.governorAlone, (set) => set(Number(state.isAlone())));

  /** Counts what a call waits for, each limit once, however often the call has to come back. */
  const countedWaits = (onWait: AcquireOptions['onWait']) => {
    const told = new Set<string>();
    return (wait: GovernorWait): void => {
      const budget = nameOf(wait.budget);
      const cause = causeOf(wait);
      if (budget && !told.has(budget + cause)) waits.inc({ budget, cause });
      told.add(String(budget) + cause);
      onWait?.(wait);
    };
  };

  const acquire: Governor['acquire'] = async (budgets, options) => {
    const { priority } = options;
    const vendor = vendorOf(budgets);
    const seconds = stopwatch();
    if (vendor) waiting.add({ vendor, priority }, 1);
    try {
      await governor.acquire(budgets, { ...options, onWait: countedWaits(options.onWait) });
    } finally {
      if (vendor) {
        waiting.add({ vendor, priority }, -1);
        waited.observe({ vendor, priority }, seconds());
      }
    }
    for (const budget of budgets) {
      const name = nameOf(budget);
      if (name) calls.inc({ budget: name });
      started(budget, state.learned(budget.key) ?? budget.limit);
    }
  };
  return {
    acquire,
    block: (key, ms) => {
      const budget = nameOf({ key });
      if (budget) blocked.inc({ budget }, ms / 1_000);
      return governor.block(key, ms);
    },
    learnLimit: (key, limit) => governor.learnLimit(key, limit),
    learnDailyUse: (key, use) => governor.learnDailyUse(key, use),
    announceSync: (budgets) => governor.announceSync(budgets),
    limited: (budgets, refusal) => governor.limited(budgets, refusal),
    answered: (budgets, call) => governor.answered(budgets, call),
  };
}

/** Shows how much of each limit is used; call the result with each vendor call. A limit that is not used keeps its last value. */
function measureUse(registry: Registry): (budget: Budget, limit: number) => void {
  const use = new WindowUse();
  const lastLimits = new Map<BudgetName, number>();
  readGauge(registry, governorDefinitions.governorUsed, (set) => {
    for (const [prefix, budget] of budgets) set({ budget }, use.fullest(prefix)?.calls ?? 0);
  });
  readGauge(registry, governorDefinitions.governorLimit, (set) => {
    for (const [prefix, budget] of budgets) {
      const limit = use.fullest(prefix)?.limit ?? lastLimits.get(budget);
      if (limit !== undefined) set({ budget }, limit);
    }
  });
  return (budget, limit) => {
    use.started(budget, limit);
    const name = nameOf(budget);
    if (name) lastLimits.set(name, limit);
  };
}

/** How much of a limit is used. */
export interface Use {
  readonly limit: number;
  readonly calls: number;
}

interface Window {
  limit: number;
  readonly windowMs: number;
  starts: number[];
}

/** The recent calls of this process, by limit; a limit is forgotten when its window has passed. */
export class WindowUse {
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A call is sent now. `limit` is the limit as currently known. */
  started({ key, windowMs }: Budget, limit: number): void {
    const window = this.#windows.get(key) ?? { limit, windowMs, starts: [] };
    window.limit = limit;
    this.#drop(window);
    window.starts.push(this.#now());
    this.#windows.set(key, window);
  }

  /** Among the limits whose keys have this prefix, the one that is used most; null when none was used recently. */
  fullest(prefix: string): Use | null {
    let fullest: Use | null = null;
    for (const [key, window] of this.#windows) {
      this.#drop(window);
      const { limit, starts } = window;
      if (starts.length === 0) this.#windows.delete(key);
      else if (key.startsWith(prefix) && (!fullest || starts.length / limit > fullest.calls / fullest.limit))
        fullest = { limit, calls: starts.length };
    }
    return fullest;
  }

  #drop(window: Window): void {
    const since = this.#now() - window.windowMs;
    const first = window.starts.findIndex((start) => start > since);
    window.starts = first === -1 ? [] : window.starts.slice(first);
  }
}
