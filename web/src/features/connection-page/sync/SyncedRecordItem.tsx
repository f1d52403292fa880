import type { LinkedPortal, SyncedRecord } from '@ridgeline/contracts';
import { useId, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { StatusTag } from '../../../ui/controls/StatusTag.tsx';
import { toneIcon } from '../../../ui/controls/tone-icons.ts';
import { Ago } from '../../../ui/text/Ago.tsx';
import { formatRecords } from '../../../ui/text/format.ts';
import { OneLine } from '../../../ui/text/OneLine.tsx';
import { ChangedValues } from '../../records/ChangedValues.tsx';
import { kindText, nameText, recordLinks } from '../../records/record-links.ts';
import { VendorLinks } from '../../records/VendorLinks.tsx';
import { delayText, outcomeLook, propertyText, remarksOf, type Remark } from './record-display.ts';

interface SyncedRecordItemProps {
  readonly record: SyncedRecord;
  readonly portal: LinkedPortal;
}

/** A row of the feed: a record, its outcome and its delay; on demand, what changed and why. */
export function SyncedRecordItem({ record, portal }: SyncedRecordItemProps) {
  const [open, setOpen] = useState(false);
  const detailsId = useId();
  const { tone, text } = outcomeLook(record);
  const remarks = remarksOf(record);
  const more = moreText(record.changes.length, remarks);
  return (
    <li>
      <StatusTag tone={tone} icon={toneIcon(tone)} text={text} />
      <span className="synced-name">
        <small>{kindText(record)}</small>
        <OneLine text={nameText(record)} />
      </span>
      <VendorLinks about={nameText(record)} links={recordLinks(record, portal)} />
      <span className="synced-when numbers">
        <Ago time={record.copiedAt} /> ·{' '}
        {record.origin === 'check' ? 'after comparing' : `delay ${delayText(record)}`}
      </span>
      <span className="synced-more">
        {more === null ? null : (
          <Button
            look="link"
            small
            aria-expanded={open}
            {...(open ? { 'aria-controls': detailsId } : {})}
            aria-label={`${more}: ${nameText(record)}`}
            onClick={() => {
              setOpen(!open);
            }}
          >
            {more}
          </Button>
        )}
      </span>
      {open ? (
        <div id={detailsId} className="synced-details">
          <Remarks remarks={remarks} />
          <ChangedValues
            second="now"
            changes={record.changes.map((one) => ({ ...one, label: propertyText(one.property) }))}
          />
        </div>
      ) : null}
    </li>
  );
}

/** A short label for the expandable details; null if there are none. */
function moreText(changes: number, remarks: readonly Remark[]): string | null {
  const parts = [
    ...(remarks.length > 0 ? [remarks.length === 1 ? 'Reason' : `${remarks.length} reasons`] : []),
    ...(changes > 0 ? [formatRecords(changes, { one: 'change', many: 'changes' })] : []),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

function Remarks({ remarks }: { readonly remarks: readonly Remark[] }) {
  return remarks.map(({ code, text, fix }) => (
    <p key={code}>
      {text}. <span className="sync-fix">{fix}</span>
    </p>
  ));
}
