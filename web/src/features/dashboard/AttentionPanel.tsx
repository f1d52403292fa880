import { CheckCircleOutlined, WarningOutlined } from '@ant-design/icons';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/controls/Button.tsx';
import { useFocusFallback } from '../../ui/controls/keyboard-focus.ts';
import { Loading, SkeletonRows } from '../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../ui/page/PageStates.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { useNow } from '../../ui/text/Ago.tsx';
import { useCurrentMigrations } from '../results/use-current-migrations.ts';
import { useSyncs } from '../sync/use-syncs.ts';
import { concernsOf } from './attention.ts';
import { pollMs, useCurrentConnections } from './use-current-connections.ts';
import { useDismissed } from './use-dismissed.ts';

/** What needs attention: refused credentials, auto-sync that fails or is behind, failed runs. */
export function AttentionPanel() {
  const connections = useCurrentConnections();
  const migrations = useCurrentMigrations();
  const syncs = useSyncs();
  const now = useNow(pollMs);
  const error = connections.error ?? migrations.error ?? syncs.error;
  const retry = () => {
    void connections.mutate();
    void migrations.mutate();
    void syncs.mutate();
  };
  const [concerns, dismiss] = useDismissed(
    concernsOf(connections.data ?? [], migrations.data ?? [], syncs.data ?? [], now),
  );
  if (!connections.data || !migrations.data) {
    return (
      <Panel title="Needs attention">
        {error ? (
          <ErrorState title="Could not check for problems" error={error} onRetry={retry} />
        ) : (
          <Loading label="Looking for what needs attention">
            <SkeletonRows rows={2} />
          </Loading>
        )}
      </Panel>
    );
  }
  // A new company has its first steps instead.
  if (connections.data.length === 0) return null;
  return (
    <Panel title="Needs attention">
      <LastKnown title="Could not refresh what needs attention" error={error} onRetry={retry}>
        {concerns.length === 0 ? (
          <p className="dashboard-note dashboard-calm">
            <CheckCircleOutlined aria-hidden />
            <span>Nothing needs your attention. All credentials work.</span>
          </p>
        ) : (
          <ul className="concerns">
            {concerns.map(({ key, title, text, links, dismissible }) => (
              <li key={key}>
                <WarningOutlined aria-hidden />
                <div>
                  <h3>{title}</h3>
                  <p>{text}</p>
                  <p className="concerns-links">
                    {links.map((link) => (
                      <Link key={link.to} to={link.to} aria-label={`${link.text}: ${title}`}>
                        {link.text}
                      </Link>
                    ))}
                    {dismissible === undefined ? null : (
                      <DismissButton
                        title={title}
                        onDismiss={() => {
                          dismiss(dismissible);
                        }}
                      />
                    )}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </LastKnown>
    </Panel>
  );
}

interface DismissButtonProps {
  readonly title: string;
  readonly onDismiss: () => void;
}

/** Takes an item off the list of this device: its migration stays as it is. */
function DismissButton({ title, onDismiss }: DismissButtonProps) {
  const button = useFocusFallback<HTMLButtonElement>(() => null);
  return (
    <Button ref={button} look="link" aria-label={`Dismiss: ${title}`} onClick={onDismiss}>
      Dismiss
    </Button>
  );
}
