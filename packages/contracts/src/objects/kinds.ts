import { z } from 'zod';
import { contactType } from './contact/contact-type.ts';
import { jobType } from './job/job-type.ts';
import type { ObjectType, RecordKind } from './object-type.ts';

/** Every kind of record that users migrate, by the migration type that they choose. */
export const objectTypes = {
  contacts: contactType,
  jobs: jobType,
} as const;

/** What a migration copies. */
export type MigrationType = keyof typeof objectTypes;
const migrationTypes = Object.keys(objectTypes) as [MigrationType, ...MigrationType[]];
export const migrationTypeSchema = z.enum(migrationTypes, 'migration.type_required');

/** One of the kinds that users migrate. */
export type MigratedType = (typeof objectTypes)[MigrationType];
type KnownKind = MigratedType | MigratedType['alongside'][number];

/** Everything that migrations plan and count, by the kind's name: first what users migrate, then related records. */
const kinds: ReadonlyMap<string, RecordKind> = new Map(
  [...Object.values(objectTypes), ...Object.values(objectTypes).flatMap(({ alongside }) => alongside)].map(
    (kind) => [kind.name, kind],
  ),
);
export const recordKinds: readonly RecordKind[] = [...kinds.values()];

/** The kind with this name; undefined where it is not known here. */
export const kindNamed = (name: string): RecordKind | undefined => kinds.get(name);

/** The label of a HubSpot property of a kind; its own name where we did not define it. */
export function propertyLabel(kind: string, property: string): string {
  const type: ObjectType | undefined = Object.values(objectTypes).find(({ name }) => name === kind);
  return type?.properties.find(({ name }) => name === property)?.label ?? property;
}

/** The answer of the kind with this name, else of the first other kind that has one. */
export function firstAnswer<Answer>(
  name: string,
  ask: (kind: RecordKind) => Answer | undefined,
): Answer | undefined {
  const own = kindNamed(name);
  const answers = [...(own ? [own] : []), ...recordKinds].map(ask);
  return answers.find((answer) => answer !== undefined);
}

type CodesOf<Texts> = Texts extends unknown ? Extract<keyof Texts, string> : never;

/** Codes by which records of any kind are left out. */
export type SkipCode = CodesOf<KnownKind['reasons']['skipped']>;
/** Codes of what the user should know of a record that is copied. */
export type WarningCode = CodesOf<KnownKind['reasons']['warned']>;

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type OptionShape = Intersection<MigratedType['options']['shape']>;

const allOptions = Object.values(objectTypes).flatMap(({ options, optionDefaults }: ObjectType) =>
  Object.entries<z.ZodType>(options.shape).map(([name, schema]) => ({
    name,
    schema,
    first: optionDefaults[name],
  })),
);

/** The options of all kinds: fields of a migration, of which each kind reads its own. */
export const optionShape = Object.fromEntries(
  allOptions.map(({ name, schema }) => [name, schema]),
) as OptionShape;

/** The same for a new migration: an omitted option has its default. */
export const newOptionShape = Object.fromEntries(
  allOptions.map(({ name, schema, first }) => [name, schema.default(first)]),
) as { readonly [Name in keyof OptionShape]: z.ZodDefault<OptionShape[Name]> };

/** The options of a new migration where the caller chooses nothing. */
export const defaultOptions = z.object(newOptionShape).parse({});
