import type { ObjectType, Retry } from '@ridgeline/contracts';
import { valueAdvice } from '@ridgeline/contracts';
import type { Corrections } from '@ridgeline/contracts/internal';
import { storableText } from '../logs/storable-text.ts';
import { fieldErrors, type AppError, type FieldProblem, type UserIdentity } from '@ridgeline/kit';

/** The corrected value of one property of a record. */
interface Correction {
  readonly sourceId: string;
  readonly property: string;
  readonly value: string;
}

const code = 'migration.correction_invalid';

/** What is wrong with a correction; its field is `corrections.<record>.<property>`. */
const problemOf = ({ sourceId, property }: Omit<Correction, 'value'>, text: string): FieldProblem => ({
  field: `corrections.${sourceId}.${property}`,
  code,
  text,
});

/** What keeps a correction from being written to a kind of record, and what to do about it. */
function problemIn({ properties, hubspotNoun }: ObjectType, correction: Correction): FieldProblem | null {
  const { sourceId, property, value } = correction;
  const definition = properties.find(({ name }) => name === property);
  if (!definition)
    return problemOf(
      correction,
      `${property} of ${sourceId}: no migration writes this property to a ${hubspotNoun.one}. Remove the correction.`,
    );
  const advice = valueAdvice(definition, value);
  return advice === null ? null : problemOf(correction, `${definition.label} of ${sourceId}: ${advice}`);
}

const errorOf = ([first, ...others]: readonly FieldProblem[]): AppError | null =>
  first ? fieldErrors(first, others) : null;

/**
 * The corrections of a retry by source id, each with who made it and when. Throws `migration.correction_invalid`, with the record
 * and the property of each that does not fit.
 */
export function checkedCorrections(
  type: ObjectType,
  corrections: NonNullable<Retry['corrections']>,
  by: Pick<UserIdentity, 'userId' | 'email'>,
): ReadonlyMap<string, Corrections> {
  const problems = Object.entries(corrections).flatMap(([sourceId, values]) =>
    Object.entries(values).flatMap(
      ([property, value]) => problemIn(type, { sourceId, property, value }) ?? [],
    ),
  );
  const error = errorOf(problems);
  if (error) throw error;
  const who = { by: by.email ?? `user ${String(by.userId)}`, at: new Date().toISOString() };
  return new Map(
    Object.entries(corrections).flatMap(([sourceId, given]) => {
      const values = Object.entries(given).map(
        ([property, value]) => [property, storableText(value.trim())] as const,
      );
      return values.length === 0
        ? []
        : [[storableText(sourceId), { values: Object.fromEntries(values), ...who }] as const];
    }),
  );
}

/** The refusal of corrections of records that the retry does not copy. */
export function unknownCorrections(
  sourceIds: readonly string[],
  corrections: ReadonlyMap<string, Corrections>,
): AppError | null {
  const problems = sourceIds.flatMap((sourceId) =>
    Object.keys(corrections.get(sourceId)?.values ?? {}).map((property) =>
      problemOf(
        { sourceId, property },
        `${sourceId}: this migration has no such record, or it is being retried already. Remove the correction.`,
      ),
    ),
  );
  return errorOf(problems);
}

/** Which properties of which records were corrected, for the audit trail: the values are the company's own data. */
export const correctedProperties = (corrections: ReadonlyMap<string, Corrections>): string =>
  [...corrections]
    .map(([sourceId, { values }]) => `${Object.keys(values).join(', ')} of ${sourceId}`)
    .join('; ');
