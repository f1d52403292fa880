import type { Product } from '@ridgeline/devstack';
import type { TestCompany } from '@ridgeline/testkit';
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
  /** What the steps of the runbook's "Look" show that somebody follows who knows nothing of the fault. */
  readonly signs: readonly Sign[];
  /** How the step of the runbook's "Act" begins that those signs lead to: it names the cause. */
  readonly act: string;
  /** Plants it; disposing takes it away. */
  plant(stage: Stage): Promise<AsyncDisposable>;
}

/** What takes a fault away. */
export const undo = (remove: () => unknown): AsyncDisposable => ({
  [Symbol.asyncDispose]: async () => {
    await remove();
  },
});

/** Repeats some work until it is disposed; that the work fails is part of the drill. */
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
