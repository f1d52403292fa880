/** The columns of the list, in their order; the name's is always on. */
const columnDefaults = {
  name: true,
  status: true,
  acculynx: true,
  hubspot: true,
  'event-processor': true,
  'webhook-url': false,
  'sync-contacts': true,
  'sync-jobs': true,
  'deal-settings': false,
  'portal-id': false,
  'company-id': false,
  'subscription-id': false,
  creator: true,
  updated: true,
} as const;

export type ColumnName = keyof typeof columnDefaults;

export const columnNames = Object.keys(columnDefaults) as readonly ColumnName[];

const inOrder = (chosen: ReadonlySet<string>): readonly ColumnName[] =>
  columnNames.filter((name) => name === 'name' || chosen.has(name));

/** The columns that were remembered, `name.status.hubspot`; the default ones while nothing was. */
export const readColumns = (remembered: string | null): readonly ColumnName[] =>
  remembered === null
    ? columnNames.filter((name) => columnDefaults[name])
    : inOrder(new Set(remembered.split('.')));

/** The columns with one more, or one less. */
export const withColumn = (
  columns: readonly ColumnName[],
  name: ColumnName,
  on: boolean,
): readonly ColumnName[] => inOrder(new Set(on ? [...columns, name] : columns.filter((one) => one !== name)));

/** What is remembered of a choice. */
export const writtenColumns = (columns: readonly ColumnName[]): string => columns.join('.');
