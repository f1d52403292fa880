import {
  portalProblem,
  valueAdvice,
  type ObjectType,
  type PortalProperty,
  type Retry,
} from '@ridgeline/contracts';
import type { Corrections } from '@ridgeline/contracts/internal';
import type { AppError, UserIdentity } from '@ridgeline/kit';
import { storableText } from '../logs/storable-text.ts';
import { correctionError, type CorrectionProblem } from './correction-problem.ts';

/** Why a correction cannot be written to a kind of record, and what to do about it. */
function problemIn(
  { properties, hubspotNoun }: ObjectType,
  correction: { readonly sourceId: string; readonly property: string; readonly value: string },
): CorrectionProblem | null {
  const { sourceId, property, value } = correction;
  const definition = properties.find(({ name }) => name === property);
  if (!definition)
    return {
      ...correction,
      about: `${property} of ${sourceId}`,
      value: null,
      advice: `no migration writes this property to a ${hubspotNoun.one}. Remove the correction.`,
    };
  const advice = valueAdvice(definition, value);
  return advice === null ? null : { ...correction, about: `${definition.label} of ${sourceId}`, advice };
}

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
  const error = correctionError(problems);
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

/** The error for corrections that the portal cannot accept (ADR 90); `portal` contains its properties by name. */
export function unsuitableCorrections(
  { properties }: Pick<ObjectType, 'properties'>,
  corrections: ReadonlyMap<string, Corrections>,
  portal: ReadonlyMap<string, PortalProperty>,
): AppError | null {
  const problems = [...corrections].flatMap(([sourceId, { values }]) =>
    properties.flatMap((definition) => {
      const { name: property, label } = definition;
      const value = values[property];
      const problem = value === undefined ? null : portalProblem(definition, portal.get(property), value);
      return problem ? { sourceId, property, about: `${label} of ${sourceId}`, ...problem } : [];
    }),
  );
  return correctionError(problems);
}

/** The error for corrections of records that the retry does not copy. */
export function unknownCorrections(
  sourceIds: readonly string[],
  corrections: ReadonlyMap<string, Corrections>,
): AppError | null {
  const advice = 'this migration has no such record, or it is being retried already. Remove the correction.';
  const problems = sourceIds.flatMap((sourceId) =>
    Object.keys(corrections.get(sourceId)?.values ?? {}).map((property) => ({
      ...{ sourceId, property, about: sourceId, advice },
      value: null,
    })),
  );
  return correctionError(problems);
}

/** The properties that any record's corrections contain. */
export const propertiesIn = (corrections: ReadonlyMap<string, Corrections>): readonly string[] => [
  ...new Set([...corrections.values()].flatMap(({ values }) => Object.keys(values))),
];

/**
 * Which properties of which records were corrected, for the audit trail; without the values, which are the company's own
 * data.
 */
export const correctedProperties = (corrections: ReadonlyMap<string, Corrections>): string =>
  [...corrections]
    .map(([sourceId, { values }]) => `${Object.keys(values).join(', ')} of ${sourceId}`)
    .join('; ');
