import { locale, type ObjectType, type WarningCode } from '@ridgeline/contracts';
import type { Corrections, RecordWarning } from '@ridgeline/contracts/internal';
import { labelsOf } from '../hubspot-io/mapping-row.ts';
import type { ObjectMigration, RetryRules } from '../object-migration/object-migration.ts';

const code: WarningCode = 'corrected';

const dayOf = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });

/**
 * A kind of record in which users' corrections, if there are any, replace the values from the mapping, so that they are
 * looked up, compared and written like any others. Each plan says what was corrected, by whom and when.
 */
export function correctedMigration(
  object: ObjectMigration,
  { correct }: Pick<RetryRules, 'correct'>,
  corrections: ReadonlyMap<string, Corrections>,
): ObjectMigration {
  return {
    ...object,
    map(source, options) {
      const mapped = object.map(source, options);
      const corrected = corrections.get(mapped.sourceId);
      return corrected ? correct(mapped, corrected.values) : mapped;
    },
    plan(question) {
      const planned = object.plan(question);
      const corrected = corrections.get(planned.sourceId);
      if (!corrected) return planned;
      return { ...planned, warnings: [...planned.warnings, ...warningsOf(corrected, object.type)] };
    },
  };
}

function warningsOf({ values, by, at }: Corrections, { properties }: ObjectType): RecordWarning[] {
  const labelOf = labelsOf(properties);
  const day = dayOf.format(new Date(at));
  return Object.keys(values).map((property) => ({
    code,
    message: `"${labelOf(property)}" was corrected by ${by} on ${day}`,
    field: property,
  }));
}
