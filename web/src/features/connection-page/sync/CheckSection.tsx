import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { FailureAlert } from '../../../ui/controls/Notice.tsx';
import { Loading, SkeletonRows } from '../../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../../ui/page/PageStates.tsx';
import { IfOwn } from '../../company-names/ViewedCompany.tsx';
import type { useCheck } from './use-check.ts';

interface CheckSectionProps {
  readonly id: string;
  readonly title: string;
  /** On the button that starts a check. */
  readonly action: string;
  readonly check: ReturnType<typeof useCheck>;
  /** The nouns for the check and its findings, used in titles of failures and of loading. */
  readonly nouns: { readonly check: string; readonly found: string };
  readonly error: unknown;
  readonly onRetry: () => void;
  /** The findings; null until they are known. */
  readonly children: ReactNode;
}

/** A section of auto-sync that compares records: its findings and a button to run the check now. */
export function CheckSection({
  id,
  title,
  action,
  check: { checking, failure, start },
  nouns,
  error,
  onRetry,
  children,
}: CheckSectionProps) {
  return (
    <section className="sync-part" aria-labelledby={id}>
      <div className="sync-head">
        <h3 id={id}>{title}</h3>
        <IfOwn>
          <Button small loading={checking} onClick={() => void start()}>
            {action}
          </Button>
        </IfOwn>
      </div>
      {failure ? (
        <FailureAlert
          title={`Could not start the ${nouns.check}`}
          error={failure}
          fallback="Nothing was changed. Try again."
        />
      ) : null}
      {children ? (
        <LastKnown title={`Could not refresh the ${nouns.found}`} error={error} onRetry={onRetry}>
          <div className="sync-part">{children}</div>
        </LastKnown>
      ) : error ? (
        <ErrorState title={`Could not load the ${nouns.found}`} error={error} onRetry={onRetry} />
      ) : (
        <Loading label={`Loading the ${nouns.found}`}>
          <SkeletonRows rows={2} />
        </Loading>
      )}
    </section>
  );
}
