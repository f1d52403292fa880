import { ArrowLeftOutlined, PrinterOutlined } from '@ant-design/icons';
import { ApiError, type Member, type Migration } from '@ridgeline/contracts';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { Button } from '../../../ui/controls/Button.tsx';
import { Loading, SkeletonCard } from '../../../ui/page/Loading.tsx';
import { PageTitle } from '../../../ui/page/PageHeader.tsx';
import { ErrorState } from '../../../ui/page/PageStates.tsx';
import { formatMoment } from '../../../ui/text/format.ts';
import { useConnections } from '../../connections/use-connections.ts';
import { migrationTitle } from '../../summary/purpose.ts';
import { personLabel } from '../../session/person.ts';
import { useUser } from '../../session/session-context.ts';
import { useTeam } from '../../team/use-team.ts';
import { useChecks } from '../checks/use-checks.ts';
import { AccountParts } from '../detail/reconciliation/AccountParts.tsx';
import { MigrationNotFound } from '../detail/MigrationHeader.tsx';
import { useMigration } from '../use-migrations.tsx';
import { AccountFacts } from './AccountFacts.tsx';
import { CheckedOnPaper } from './CheckedOnPaper.tsx';
import './account-page.css';

/** The summary of a migration for printing and signing: no navigation, and no meaning conveyed by color. */
export function AccountPage() {
  const { id = '' } = useParams();
  const { data, error, mutate } = useMigration(id);
  if (data) return <Account migration={data} />;
  if (error instanceof ApiError && error.status === 404) return <MigrationNotFound id={id} />;
  return (
    <main className="account-page">
      <PageTitle page={`Account of migration #${id}`} />
      {error ? (
        <ErrorState title="Could not load the account" error={error} onRetry={() => void mutate()} />
      ) : (
        <Loading label="Loading the account">
          <SkeletonCard lines={8} />
        </Loading>
      )}
    </main>
  );
}

function Account({ migration }: { readonly migration: Migration }) {
  const navigate = useNavigate();
  const user = useUser();
  const { data: team } = useTeam();
  const connections = useConnections();
  const checks = useChecks(migration.id);
  const [openedAt] = useState(() => new Date().toISOString());
  const title = `Account of ${migrationTitle(migration).replace(/^./, (first) => first.toLowerCase())}`;
  const { reconciliation } = migration;
  const back = `/migrations/${migration.id}`;
  return (
    <main className="account-page" id="content">
      <PageTitle page={title} />
      <div className="account-page-actions">
        <Button
          look="text"
          small
          icon={<ArrowLeftOutlined aria-hidden />}
          onClick={() => void navigate(back)}
        >
          Back to the migration
        </Button>
        <Button
          look="primary"
          icon={<PrinterOutlined aria-hidden />}
          onClick={() => {
            window.print();
          }}
        >
          Print
        </Button>
      </div>
      <header>
        <h1>{title}</h1>
        <p>
          Printed by {personLabel(user)}, {formatMoment(openedAt)}
        </p>
      </header>
      <AccountFacts
        migration={migration}
        connection={connections.data?.find(({ id }) => id === migration.connectionId)}
        startedBy={checks.data && userText(checks.data.startedBy, team?.members ?? [user])}
      />
      <section aria-labelledby="account-reconciliation">
        <h2 id="account-reconciliation">Reconciliation</h2>
        {reconciliation ? (
          <AccountParts account={reconciliation} migration={migration} />
        ) : (
          <p>The migration has not ended yet.</p>
        )}
      </section>
      <CheckedOnPaper migration={migration} query={checks} />
      <Signature />
    </main>
  );
}

/** The lines for a handwritten signature. */
function Signature() {
  return (
    <dl className="account-signature">
      {['Name', 'Date', 'Signature'].map((label) => (
        <div key={label}>
          <dd />
          <dt>{label}</dt>
        </div>
      ))}
    </dl>
  );
}

/** The name of a user; a former team member appears by number. */
function userText(id: number, members: readonly Pick<Member, 'id' | 'firstName' | 'lastName' | 'email'>[]) {
  const member = members.find((one) => one.id === id);
  return member ? personLabel(member) : `User #${id}`;
}
