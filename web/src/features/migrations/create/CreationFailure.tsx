import { ConnectionError, type Connection, type Migration } from '@ridgeline/contracts';
import { use } from 'react';
import { failureText } from '../../../api/error-policy.ts';
import { OverlayContext, overlayEndsPage } from '../../../api/session-signals.ts';
import { Notice } from '../../../ui/controls/Notice.tsx';
import { formatList } from '../../../ui/text/format.ts';
import { migrationTitle } from '../../summary/purpose.ts';
import type { ToastContent } from '../../../ui/toast/use-toast.ts';

/** A connection for which no migration was made, and why. */
export interface NotCreated {
  readonly connection: Pick<Connection, 'id' | 'name'>;
  readonly error: unknown;
}

/** The outcomes of one call per chosen connection. */
export interface Created {
  readonly migrations: readonly Migration[];
  readonly failures: readonly NotCreated[];
}

/** Gathers the outcomes of the calls, which are in the order of their connections. */
export function gather(
  connections: readonly NotCreated['connection'][],
  results: readonly PromiseSettledResult<Migration>[],
): Created {
  return {
    migrations: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    failures: connections.flatMap((connection, place) => {
      const result = results[place];
      return result?.status === 'rejected' ? [{ connection, error: result.reason as unknown }] : [];
    }),
  };
}

/** The title of a creation in which every call failed. */
export const failureTitle = ({ failures }: Created): string =>
  failures.length > 1 ? 'Failed to create migrations' : 'Failed to create migration';

/** The toast when none was created. The dialog says why. */
export const failedToast = (created: Created): ToastContent => ({
  tone: 'error',
  title: 'Error',
  description: failureTitle(created),
});

/** `Successfully created 2 migration(s) (1 failed)` */
function createdText({ migrations, failures }: Created): string {
  const what = migrations[0]?.dryRun ? 'dry run(s)' : 'migration(s)';
  const created = `Successfully created ${migrations.length} ${what}`;
  return failures.length > 0 ? `${created} (${failures.length} failed)` : created;
}

/** The toast when at least one migration was created. The dialog names those that were not. */
export function createdToast(created: Created): ToastContent {
  const { migrations, failures } = created;
  const [first] = migrations;
  const title = first?.dryRun ? 'Dry run created' : 'Migration Created';
  if (failures.length > 0) return { tone: 'warning', title, description: createdText(created) };
  return first && migrations.length === 1
    ? { title, description: `${migrationTitle(first)} of ${first.connectionName} is on its way.` }
    : { title, description: createdText(created) };
}

/** Why a connection has no migration; without an answer it is not known whether it has one. */
export const whyNot = ({ error }: NotCreated): string =>
  error instanceof ConnectionError
    ? 'No answer came. It may have been created anyway; trying again will not create a second one.'
    : failureText(error, 'An unexpected error occurred').text;

/** Which migrations were created, which were not, and why; nothing if an overlay reports it and replaces the page. */
export function CreationFailure({ failed }: { readonly failed: Created }) {
  const overlay = use(OverlayContext);
  const { migrations, failures } = failed;
  if (overlay && failures.some(({ error }) => overlayEndsPage(error))) return null;
  const some = migrations.length > 0;
  return (
    <Notice
      role="alert"
      tone={some ? 'warning' : 'error'}
      title={some ? createdText(failed) : failureTitle(failed)}
      text={
        <>
          {some ? (
            <p>Created for {formatList(migrations.map(({ connectionName }) => connectionName))}.</p>
          ) : null}
          <ul className="creation-failures" aria-label="Not created">
            {failures.map((failure) => (
              <li key={failure.connection.id}>
                <strong>{failure.connection.name}</strong>: {whyNot(failure)}
              </li>
            ))}
          </ul>
          {some ? <p>Trying again creates only these.</p> : null}
        </>
      }
    />
  );
}
