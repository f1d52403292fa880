import type { Clock } from '../determinism/clock.ts';
import { mix, mulberry32, type Random } from '../determinism/random.ts';
import {
  faultSchema,
  isSideEffect,
  type Effect,
  type EffectOf,
  type Fault,
  type FaultInput,
  type SideEffectKind,
  type Vendor,
} from './fault.ts';
import { pathPattern } from './path-pattern.ts';

export interface FaultTarget {
  readonly vendor: Vendor;
  readonly method: string;
  readonly path: string;
  readonly companyId: string | null;
}

interface PlannedFault {
  readonly id: number;
  readonly fault: Fault;
  readonly matchesPath: (path: string) => boolean;
  readonly random: Random;
  since: number;
  matched: number;
  struck: number;
}

export interface FaultReport extends Fault {
  readonly id: number;
  readonly matched: number;
  readonly struck: number;
  readonly active: boolean;
}

/** What a fault does in addition to the answer, and the generator from which it draws. */
export interface SideEffect<K extends SideEffectKind> {
  readonly effect: EffectOf<K>;
  readonly random: Random;
}

/** The faults in force. The first one that matches a request strikes it; the others do not see that request. */
export class FaultPlan {
  readonly #clock: Clock;
  readonly #seed: () => number;
  #planned: PlannedFault[] = [];
  #nextId = 1;

  constructor(clock: Clock, seed: () => number) {
    this.#clock = clock;
    this.#seed = seed;
  }

  /** Adds a fault and returns its id; throws a ZodError when it is invalid. */
  add(input: FaultInput): number {
    return this.addFrom(input);
  }

  /** As `add`, for unchecked input. */
  addFrom(input: unknown): number {
    const fault = faultSchema.parse(input);
    const id = this.#nextId;
    this.#nextId += 1;
    this.#planned.push({
      id,
      fault,
      matchesPath: pathPattern(fault.path ?? '/**'),
      random: mulberry32(mix(this.#seed(), id)),
      since: this.#clock.now(),
      matched: 0,
      struck: 0,
    });
    return id;
  }

  remove(id: number): boolean {
    const before = this.#planned.length;
    this.#planned = this.#planned.filter((planned) => planned.id !== id);
    return this.#planned.length < before;
  }

  clear(): void {
    this.#planned = [];
  }

  list(): FaultReport[] {
    return this.#planned.map((planned) => ({
      ...planned.fault,
      id: planned.id,
      matched: planned.matched,
      struck: planned.struck,
      active: this.#inForce(planned),
    }));
  }

  /** What happens to this request as a whole; counts it as seen by each fault it was offered to. */
  strike(target: FaultTarget): Effect | null {
    for (const planned of this.#planned) {
      if (!isSideEffect(planned.fault.effect) && this.#hits(planned, target)) return planned.fault.effect;
    }
    return null;
  }

  /** The effects of one kind on this request in addition to its usual answer, each with its fault's own chance. */
  sideEffects<K extends SideEffectKind>(target: FaultTarget, kind: K): SideEffect<K>[] {
    const isOfKind = (effect: Effect): effect is EffectOf<K> => effect.kind === kind;
    return this.#planned.flatMap((planned) => {
      const { effect } = planned.fault;
      return isOfKind(effect) && this.#hits(planned, target) ? [{ effect, random: planned.random }] : [];
    });
  }

  #inForce({ fault, struck, since }: PlannedFault): boolean {
    const exhausted = fault.times !== undefined && struck >= fault.times;
    const expired = fault.forMs !== undefined && this.#clock.now() - since >= fault.forMs;
    return !exhausted && !expired;
  }

  #hits(planned: PlannedFault, target: FaultTarget): boolean {
    const { fault } = planned;
    if (fault.vendor !== target.vendor) return false;
    if (fault.method !== undefined && fault.method !== target.method) return false;
    if (fault.companyId !== undefined && fault.companyId !== target.companyId) return false;
    if (!planned.matchesPath(target.path) || !this.#inForce(planned)) return false;
    planned.matched += 1;
    if (planned.matched <= fault.after) {
      planned.since = this.#clock.now();
      return false;
    }
    if ((planned.matched - fault.after) % fault.every !== 0) return false;
    if (planned.random() >= fault.probability) return false;
    planned.struck += 1;
    return true;
  }
}
