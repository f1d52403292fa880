import { newMigrationSchema, objectTypes, type Connection, type MigrationType } from '@ridgeline/contracts';
import type { z } from 'zod';
import { checkWith, type FieldTexts } from '../../../ui/form/field-texts.ts';
import { formatCount } from '../../../ui/text/format.ts';
import { unusableReason } from '../../connections/status-display.ts';
import { firstChoices, objectViews } from '../objects/index.ts';
import type { Choices } from '../objects/object-view.ts';

/** The form of a new migration. */
export interface MigrationForm {
  /** Null until it is chosen. */
  readonly migrationType: MigrationType | null;
  /** The typed value, null for an emptied field; undefined while it shows the type's default. */
  readonly batchSize: number | null | undefined;
  /** For all types, so that choices are kept when the type changes. */
  readonly choices: Choices;
  /** Whether nothing is written, and what would be is shown. */
  readonly dryRun: boolean;
}

export const firstForm: MigrationForm = {
  migrationType: null,
  batchSize: undefined,
  choices: firstChoices,
  dryRun: false,
};

/** The request body for each connection. */
export type MigrationOptions = Omit<z.input<typeof newMigrationSchema>, 'connectionId'>;

const schema = newMigrationSchema.pick({ migrationType: true, batchSize: true });

/** The displayed batch size. */
export function batchSizeOf({ migrationType, batchSize }: MigrationForm): number | null {
  if (batchSize !== undefined) return batchSize;
  return migrationType === null ? null : objectViews[migrationType].batchSize;
}

/** The messages of invalid fields. Until a type is chosen, nothing else is checked. */
export function checkForm(form: MigrationForm): FieldTexts<MigrationForm> {
  const { migrationType } = form;
  const checked = migrationType === null ? schema.pick({ migrationType: true }) : schema;
  return checkWith<MigrationForm>(checked, { ...form, batchSize: batchSizeOf(form) });
}

/** The form as submitted, with only the choices of its type. Throws if the form is invalid. */
export function optionsOf(form: MigrationForm): MigrationOptions {
  const { migrationType, batchSize } = schema.parse({ ...form, batchSize: batchSizeOf(form) });
  const dryRun = form.dryRun ? { dryRun: true } : {};
  return { migrationType, batchSize, ...dryRun, ...objectTypes[migrationType].options.parse(form.choices) };
}

type Choosable = Pick<Connection, 'id' | 'acculynxStatus' | 'hubspotStatus'>;

/** The connection that the address names. */
const named = <C extends Choosable>(connections: readonly C[], asked: string | null): C | undefined =>
  connections.find(({ id }) => String(id) === asked);

/** The initial selection: the connection that the URL names, else the only one that works. */
export function chosenAtFirst(connections: readonly Choosable[], asked: string | null): readonly number[] {
  const wanted = named(connections, asked);
  if (wanted) return [wanted.id];
  const usable = connections.filter((one) => unusableReason(one) === null);
  return usable.length === 1 ? usable.map(({ id }) => id) : [];
}

/** Whether no choice is needed: the URL names a connection that works, or there is only one. */
export function isSettled(connections: readonly Choosable[], asked: string | null): boolean {
  const only = connections.length === 1 ? connections[0] : named(connections, asked);
  return only !== undefined && unusableReason(only) === null;
}

/** The text of the button that creates migrations for this many connections. */
export const createText = (connections: number): string =>
  connections > 1 ? `Create ${formatCount(connections)} migrations` : 'Create Migration';

type Searched = Pick<Connection, 'name' | 'hubSpotPortalId'>;

/** Connections whose name or portal id contains the text, without regard to case. */
export function searchConnections<C extends Searched>(connections: readonly C[], text: string): C[] {
  const wanted = text.trim().toLowerCase();
  return connections.filter(
    ({ name, hubSpotPortalId }) =>
      name.toLowerCase().includes(wanted) || (hubSpotPortalId?.toLowerCase().includes(wanted) ?? false),
  );
}
