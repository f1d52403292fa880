import type { Migration } from '@ridgeline/contracts';
import { failureText } from '../../../api/error-policy.ts';
import type { ToastContent } from '../../../components/toast/toast-context.ts';

/** What became of one call per chosen connection. */
export interface Created {
  readonly migrations: readonly Migration[];
  readonly errors: readonly unknown[];
}

/** Gathers the outcomes of the calls. */
export function gather(results: readonly PromiseSettledResult<Migration>[]): Created {
  return {
    migrations: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    errors: results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : [])),
  };
}

/** The title of a creation in which every call failed. */
export const failureTitle = ({ errors }: Created): string =>
  errors.length > 1 ? 'Failed to create migrations' : 'Failed to create migration';

/** What is told when at least one migration was created. */
export function createdToast({ migrations, errors }: Created): ToastContent {
  const title = 'Migration Created';
  if (errors.length > 0) {
    const counts = `Successfully created ${migrations.length} migration(s) (${errors.length} failed)`;
    return { tone: 'error', title, description: `${counts}. ${failureText(errors[0], '').text}` };
  }
  const [first] = migrations;
  if (migrations.length === 1 && first) {
    return { title, description: `Migration #${first.id} of ${first.connectionName} is on its way.` };
  }
  return { title, description: `Successfully created ${migrations.length} migration(s)` };
}
