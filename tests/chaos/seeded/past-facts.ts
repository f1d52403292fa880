import type { TargetObject } from '@ridgeline/testkit';

/**
 * When a value must hold: after every run; as long as HubSpot refuses stages; after a run that completed; after the last
 * run, with no faults left.
 */
export type Promised = 'always' | 'while-refused' | 'completed' | 'last';

/** What users left behind before a run, by which its end is checked. */
export type Fact = { readonly object: TargetObject } & (
  | { readonly kind: 'merged'; readonly sourceId: string; readonly into: string }
  | { readonly kind: 'retyped'; readonly sourceId: string; readonly typed: string }
  | { readonly kind: 'cleared'; readonly sourceId: string; readonly id: string }
  | { readonly kind: 'own'; readonly id: string }
  | {
      readonly kind: 'value';
      readonly sourceId: string;
      readonly when: Promised;
      readonly property: string;
      readonly value: string;
    }
);

/** The facts of one kind. */
export const factsOf = <Kind extends Fact['kind']>(
  facts: readonly Fact[],
  kind: Kind,
): Extract<Fact, { kind: Kind }>[] =>
  facts.filter((fact): fact is Extract<Fact, { kind: Kind }> => fact.kind === kind);
