import type { Values } from './record.ts';
import type { ValueProblem } from '../answers/validation-errors.ts';

/** A rule of the portal's admins: a property that every new record needs, or every deal that enters a stage. */
export interface Requirement {
  readonly property: string;
  /** Null requires it whenever a record is created. */
  readonly stage: string | null;
}

interface Written {
  readonly isNew: boolean;
  /** What the write sends. */
  readonly sent: Values;
  /** What the record would hold after it. */
  readonly after: Values;
}

/**
 * The requirements that a write violates; API writes are checked against them from version 2026-09 on
 * (docs/vendors/hubspot.md, 2, 11).
 */
export function brokenRequirements(
  requirements: readonly Requirement[],
  { isNew, sent, after }: Written,
): ValueProblem[] {
  return requirements
    .filter(({ property, stage }) => {
      const applies =
        stage === null ? isNew : after['dealstage'] === stage && (isNew || sent['dealstage'] !== undefined);
      return applies && (after[property] ?? '') === '';
    })
    .map(({ property, stage }) => ({
      name: property,
      error: stage === null ? 'MISSING_REQUIRED_PROPERTY' : 'MISSING_CONDITIONAL_REQUIRED_PROPERTY',
      message: `Property "${property}" is required${stage === null ? '' : ` in the stage ${stage}`}`,
    }));
}
