import { objectTypes, type MigrationType, type ObjectType } from '@ridgeline/contracts';

/** The names of the kinds of records that a migration of this type plans: its own first, then what comes along. */
export function plannedKinds(type: MigrationType): readonly string[] {
  const { name, alongside }: ObjectType = objectTypes[type];
  return [name, ...alongside.map((kind) => kind.name)];
}
