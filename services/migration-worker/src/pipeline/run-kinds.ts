import { RunFailed } from '../base/run-errors.ts';
import type { HubspotTarget } from '../hubspot-io/hubspot-target.ts';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import type { WriteRules } from '../object-migration/write-rules.ts';
import type { Execution } from '../plans/execution.ts';

/** The role of a kind's records in a run: its own records, related ones, or those of a follow-up pass. */
export type KindRole = 'own' | 'companion' | 'follow-up';

/** What a run's plans of one kind are written by. */
export interface KindRules {
  readonly role: KindRole;
  readonly rules: WriteRules;
}

/** Publishes the outcomes of a batch; resolves when they are published. */
export type ReportBatch = (execution: Execution, kind: KindRules) => Promise<void>;

/** The kinds of records that a run plans, by their names: their rules, and HubSpot's records of each, opened once. */
export class RunKinds<Target extends Pick<HubspotTarget, 'read'> = HubspotTarget> {
  readonly #kinds = new Map<string, KindRules>();
  readonly #targets = new Map<string, Target>();
  readonly #open: (rules: WriteRules) => Target;

  constructor(object: ObjectMigration, open: (rules: WriteRules) => Target) {
    this.#open = open;
    this.#add('own', object);
    if (object.companions) this.#add('companion', object.companions.object);
    for (const { rules } of object.followUpPasses ?? []) this.#add('follow-up', rules);
  }

  /** Throws `RunFailed` for a kind that this run does not plan. */
  rulesOf(kind: string): KindRules {
    const known = this.#kinds.get(kind);
    if (!known)
      throw new RunFailed(`This version of Ridgeline knows no plans of the kind ${kind}.`, { isOurs: true });
    return known;
  }

  targetOf(kind: string): Target {
    const target = this.#targets.get(kind) ?? this.#open(this.rulesOf(kind).rules);
    this.#targets.set(kind, target);
    return target;
  }

  #add(role: KindRole, rules: WriteRules): void {
    this.#kinds.set(rules.type.name, { role, rules });
  }
}
