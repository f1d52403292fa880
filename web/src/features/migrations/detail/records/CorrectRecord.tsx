import {
  ApiError,
  listPropertyOptions,
  objectTypes,
  type Migration,
  type PropertyDefinition,
  type PropertyOptions,
  type RecordChanges,
} from '@ridgeline/contracts';
import { useId, useState } from 'react';
import { useQuery } from '../../../../api/use-query.ts';
import type { FieldTexts } from '../../../../ui/form/field-texts.ts';
import { FormDialog } from '../../../../ui/form/FormDialog.tsx';
import { useForm } from '../../../../ui/form/use-form.ts';
import { nameText } from '../../../records/record-links.ts';
import { CorrectedValue } from './CorrectedValue.tsx';
import { remarksOf } from './record-display.ts';
import { nothingStarted, useFollow } from '../../following/use-follow.ts';

interface CorrectRecordProps {
  readonly record: RecordChanges;
  readonly migration: Migration;
  readonly onClose: () => void;
}

/** What would be written, by HubSpot property. */
type Values = Readonly<Record<string, string>>;

/** The values of a rejected record, with HubSpot's objection beside the value it concerns; corrected values go into a retry. */
export function CorrectRecord({ record, migration, onClose }: CorrectRecordProps) {
  const { retry } = useFollow(migration);
  const formId = useId();
  const { sourceId, field } = record;
  const [fields] = useState(() => correctable(record, migration));
  const [first] = useState<Values>(() =>
    Object.fromEntries(fields.map(({ definition, value }) => [definition.name, value])),
  );
  const lists = useLists(migration, fields);
  const form = useForm<Values>({
    initial: first,
    check: (values) =>
      Object.keys(changed(first, values)).length > 0 || field === null
        ? {}
        : { [field]: 'Enter another value' },
    submit: (values) =>
      retry({ outcome: 'failed', records: [sourceId], corrections: { [sourceId]: changed(first, values) } }),
    blame: (error) =>
      objections(
        error,
        fields.map(({ definition }) => definition.name),
      ),
  });
  const objection = remarksOf(record)[0] ?? 'HubSpot does not accept this value';
  return (
    <FormDialog
      id={formId}
      title={`Correct ${nameText(record)}`}
      form={form}
      failed={{ title: 'The retry was not started', fallback: nothingStarted }}
      send="Retry with these values"
      onCancel={onClose}
    >
      <p>
        These values are used in this retry only. Correct them in AccuLynx as well, or the next migration
        copies the old ones.
      </p>
      {fields.map(({ definition }) => {
        const { name } = definition;
        const value = form.values[name] ?? '';
        const refused = name === field && value === first[name];
        return (
          <CorrectedValue
            key={name}
            {...{ definition, value, lists }}
            error={form.errors[name] ?? (refused ? objection : undefined)}
            isFirst={name === field}
            onChange={(entered) => {
              form.set(name, entered);
            }}
          />
        );
      })}
    </FormDialog>
  );
}

interface CorrectableValue {
  readonly definition: PropertyDefinition;
  readonly value: string;
}

/**
 * The values that can be corrected, the one that HubSpot rejected first: all properties of the record's kind except the one
 * that identifies its AccuLynx record.
 */
export function correctable(
  { changes, field }: RecordChanges,
  { migrationType }: Migration,
): readonly CorrectableValue[] {
  const { properties, sourceIdProperty } = objectTypes[migrationType];
  const written = new Map(changes.map(({ property, after }) => [property, after]));
  const values = properties
    .filter(({ name }) => name !== sourceIdProperty && (written.has(name) || name === field))
    .map((definition) => ({ definition, value: written.get(definition.name) ?? '' }));
  return values.sort((a, b) => Number(b.definition.name === field) - Number(a.definition.name === field));
}

/** The portal's options for values that are lists: undefined while loading, null if they could not be loaded. */
function useLists(
  { connectionId, migrationType }: Migration,
  fields: readonly CorrectableValue[],
): readonly PropertyOptions[] | null | undefined {
  const hasList = fields.some(({ definition }) => definition.type === 'enumeration');
  const asked = hasList ? { query: { connectionId, migrationType } } : null;
  const { data, error } = useQuery(listPropertyOptions, asked, { shouldRetryOnError: false });
  return data?.properties ?? (error === undefined ? undefined : null);
}

/** The values that differ. */
const changed = (first: Values, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([property, value]) => value !== first[property]));

/** The server names a wrong value by its record and property, as `corrections.{id}.{property}`. */
export function objections(error: unknown, properties: readonly string[]): FieldTexts<Values> {
  if (!(error instanceof ApiError)) return {};
  const texts = Object.entries(error.fields);
  return Object.fromEntries(
    properties.flatMap((property) => {
      const [, text] = texts.find(([path]) => path.endsWith(`.${property}`)) ?? [];
      return text === undefined ? [] : [[property, text]];
    }),
  );
}
