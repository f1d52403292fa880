import { objectTypes, type Migration, type RecordChanges } from '@ridgeline/contracts';
import { memo, useId, useState } from 'react';
import { Button } from '../../../../ui/controls/Button.tsx';
import { StatusTag } from '../../../../ui/controls/StatusTag.tsx';
import { OneLine } from '../../../../ui/text/OneLine.tsx';
import { purposeOf } from '../../../summary/purpose.ts';
import { ChangedValues } from '../../../records/ChangedValues.tsx';
import { kindText, nameText, recordLinks } from '../../../records/record-links.ts';
import { VendorLinks } from '../../../records/VendorLinks.tsx';
import type { RetryChoice } from '../../following/use-follow.ts';
import { retryOfRecord } from '../causes/retry-offer.ts';
import { changedNames, recordLook, remarksOf, valuesText } from './record-display.ts';

/** What can be done with a record that failed or was skipped. */
export interface RecordActions {
  /** The id of the record being retried, or null. */
  readonly busy: string | null;
  readonly onRetry: (record: RecordChanges, choice: RetryChoice) => void;
  readonly onCorrect: (record: RecordChanges) => void;
}

interface RecordItemProps {
  readonly record: RecordChanges;
  readonly migration: Migration;
  readonly actions: RecordActions | null;
  /** Whether the values of every record are shown. */
  readonly whole: boolean;
}

/** A record: its outcome, why, links to both systems and, on demand, each value before and after. */
export const RecordItem = memo(function RecordItem({ record, migration, actions, whole }: RecordItemProps) {
  const [toggled, setToggled] = useState<boolean | null>(null);
  const valuesId = useId();
  const { changes, detail } = record;
  const name = nameText(record);
  const remarks = remarksOf(record);
  const open = changes.length > 0 && (toggled ?? whole);
  return (
    <li>
      <StatusTag {...recordLook(record, purposeOf(migration))} />
      <span className="records-name">
        <small>{kindText(record)}</small>
        <OneLine text={name} />
      </span>
      <VendorLinks about={name} links={recordLinks(record, migration)} />
      <span className="records-actions">
        {actions ? <RetryActions record={record} migration={migration} actions={actions} /> : null}
        {changes.length > 0 ? (
          <Button
            look="link"
            small
            aria-expanded={open}
            {...(open ? { 'aria-controls': valuesId } : {})}
            aria-label={`${valuesText(record)}: ${name}`}
            onClick={() => {
              setToggled(!open);
            }}
          >
            {valuesText(record)}
          </Button>
        ) : null}
      </span>
      {remarks.length > 0 || detail !== null || (changes.length > 0 && !open) ? (
        <div className="records-why">
          {remarks.map((remark) => (
            <p key={remark}>{remark}</p>
          ))}
          {detail === null ? null : (
            <p>
              Message: <bdi>{detail}</bdi>
            </p>
          )}
          {changes.length > 0 && !open ? <p>{changedNames(record)}</p> : null}
        </div>
      ) : null}
      {open ? (
        <div id={valuesId} className="records-values">
          <ChangedValues changes={changes} second={migration.dryRun ? 'would be' : 'after'} />
        </div>
      ) : null}
    </li>
  );
});

interface RetryActionsProps extends Pick<RecordItemProps, 'record' | 'migration'> {
  readonly actions: RecordActions;
}

/**
 * Applies to this record alone what its cause offers: a retry or, for some skipped records, a retry with other options. A
 * correction comes first if HubSpot named one of the written values.
 */
function RetryActions({ record, migration, actions: { busy, onRetry, onCorrect } }: RetryActionsProps) {
  const { field, sourceId, outcome } = record;
  const offer = retryOfRecord(record, migration);
  // Related records are copied again with the records that they belong to.
  if (offer === null) return null;
  const { properties } = objectTypes[migration.migrationType];
  return (
    <>
      {outcome === 'failed' && properties.some(({ name }) => name === field) ? (
        <Button
          small
          aria-label={`Correct and retry ${nameText(record)}`}
          onClick={() => {
            onCorrect(record);
          }}
        >
          Correct
        </Button>
      ) : null}
      <Button
        small
        loading={busy === sourceId}
        aria-label={`${offer.text} ${nameText(record)}`}
        onClick={() => {
          onRetry(record, offer.choice);
        }}
      >
        {offer.text}
      </Button>
    </>
  );
}
