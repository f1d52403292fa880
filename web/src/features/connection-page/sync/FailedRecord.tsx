import type { LinkedPortal, SyncDeadLetter } from '@ridgeline/contracts';
import { Button } from '../../../ui/controls/Button.tsx';
import { useFocusFallback } from '../../../ui/controls/keyboard-focus.ts';
import { Ago } from '../../../ui/text/Ago.tsx';
import { formatRecords } from '../../../ui/text/format.ts';
import { OneLine } from '../../../ui/text/OneLine.tsx';
import { autoSyncId } from '../../sync/sync-display.ts';
import { IfOwn } from '../../company-names/ViewedCompany.tsx';
import { kindText, nameText, recordLinks } from '../../records/record-links.ts';
import { failureOf } from './record-display.ts';
import { VendorLinks } from '../../records/VendorLinks.tsx';

/** Where the focus goes when a retried record leaves the list: a neighboring record, else the panel. */
function heirOf(button: HTMLElement): HTMLElement | null {
  const item = button.closest('li');
  const next = item?.nextElementSibling ?? item?.previousElementSibling;
  return next?.querySelector<HTMLElement>('.button') ?? document.getElementById(autoSyncId);
}

interface FailedRecordProps {
  readonly record: SyncDeadLetter;
  readonly portal: LinkedPortal;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

/** A record that failed: why, what to do, and the button that tries again. */
export function FailedRecord({ record, portal, retrying, onRetry }: FailedRecordProps) {
  const button = useFocusFallback<HTMLButtonElement>(heirOf);
  const { text, fix } = failureOf(record);
  const { attempts, failedAt, detail } = record;
  return (
    <li>
      <span className="synced-name">
        <small>{kindText(record)}</small>
        <OneLine text={nameText(record)} />
      </span>
      <VendorLinks about={nameText(record)} links={recordLinks(record, portal)} />
      <span className="synced-when numbers">
        <Ago time={failedAt} /> · {formatRecords(attempts, { one: 'attempt', many: 'attempts' })}
      </span>
      <IfOwn>
        <Button
          ref={button}
          small
          loading={retrying}
          aria-label={`Retry ${nameText(record)}`}
          onClick={onRetry}
        >
          Retry
        </Button>
      </IfOwn>
      <div className="synced-details">
        <p>
          {text}. <span className="sync-fix">{fix}</span>
        </p>
        {detail === null ? null : (
          <p className="sync-fix">
            Message: <bdi>{detail}</bdi>
          </p>
        )}
      </div>
    </li>
  );
}
