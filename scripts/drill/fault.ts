import type { Product } from '@ridgeline/devstack';
import type { TestCompany } from '@ridgeline/testkit';
import type { AlertRule } from '../../tests/telemetry/rule-files.ts';
import type { Sign } from './sign.ts';

/** Where faults are planted. */
export interface Stage {
  readonly product: Product;
  /** The folder of the product's data: `logs`, and `servers/kafka/data` where Kafka keeps its own. */
  readonly dir: string;
  /** A new company with so many contacts at AccuLynx, its owner signed in. */
  readonly newCompany: (contacts: number) => Promise<TestCompany>;
}

/** Something that goes wrong in production, planted on purpose. */
export interface Fault {
  /** What `npm run drill --` takes. */
  readonly name: string;
  readonly what: string;
  /** The alert that has to fire within two minutes; its runbook has the same name. */
  readonly alert: string;
  /** Which rule of the alert, if it has one for each severity. */
  readonly severity?: AlertRule['labels']['severity'];
  /** What the steps in the runbook's "Look" show to an operator who does not know the fault. */
  readonly signs: readonly Sign[];
  /** The beginning of the step in the runbook's "Act" to which those signs lead; it names the cause. */
  readonly act: string;
  /** Whether the alert ends with the fault; an alert on the events of the last hour outlasts a drill. */
  readonly ends?: true;
  /** Plants the fault; disposing removes it. */
  plant(stage: Stage): Promise<AsyncDisposable>;
}

/** Whether this rule is the one that must fire. */
export const isRuleOf = (
  { alert, severity }: Pick<Fault, 'alert' | 'severity'>,
  rule: { readonly alert: string; readonly labels: { readonly severity: string } },
): boolean => rule.alert === alert && (severity === undefined || rule.labels.severity === severity);

/** Wraps a function that removes a fault. */
export const undo = (remove: () => unknown): AsyncDisposable => ({
  [Symbol.asyncDispose]: async () => {
    await remove();
  },
});

/** Repeats work until it is disposed; the work is expected to fail during the drill. */
export function repeat(work: () => Promise<unknown>): AsyncDisposable {
  let over = false;
  const loop = async (): Promise<void> => {
    while (!over) await work().catch(() => undefined);
  };
  const running = loop();
  return undo(() => {
    over = true;
    return running;
  });
}
