import { use } from 'react';
import { OverlayContext, overlayEndsPage } from '../../../api/overlay-context.ts';
import { Notice } from '../../../ui/controls/Notice.tsx';
import { createdText, failureTitle, whyNot, type Created } from './created.ts';

const list = new Intl.ListFormat('en-US');

/** Which migrations were made and which were not, and why; nothing where an overlay tells it and the page goes with it. */
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
            <p>Created for {list.format(migrations.map(({ connectionName }) => connectionName))}.</p>
          ) : null}
          <ul className="creation-failures" aria-label="Not created">
            {failures.map((failure) => (
              <li key={failure.connection.id}>
                <strong>{failure.connection.name}</strong>: {whyNot(failure)}
              </li>
            ))}
          </ul>
          {some ? <p>Create Migration tries only these again.</p> : null}
        </>
      }
    />
  );
}
