import type { Connection } from '@ridgeline/contracts';
import { Button } from '../../../ui/controls/Button.tsx';
import { FailureAlert } from '../../../ui/controls/Notice.tsx';
import { Ago } from '../../../ui/text/Ago.tsx';
import { IfOwn } from '../../company-names/ViewedCompany.tsx';
import type { ShowDialog } from '../../connections/actions/use-connection-dialog.ts';
import { WebhookTag } from '../../connections/StatusTags.tsx';
import { renewalFailure, useRenewal } from './use-renewal.ts';

interface WebhookHealthProps {
  readonly connection: Connection;
  readonly onShow: ShowDialog;
}

/** Whether AccuLynx' events arrive, and what to do when they do not. */
export function WebhookHealth({ connection, onShow }: WebhookHealthProps) {
  const { id, webhookReason, webhookProvedAt, customEventProcessorUrl } = connection;
  const isOwn = customEventProcessorUrl === null;
  const { renew, renewing, failure } = useRenewal(id);
  return (
    <section className="sync-part" aria-labelledby="sync-webhook">
      <div className="sync-head">
        <h3 id="sync-webhook">Webhook</h3>
        <WebhookTag connection={connection} bare />
        <IfOwn>
          <span className="sync-actions">
            <Button small loading={renewing} onClick={() => void renew()}>
              Subscribe again
            </Button>
            {isOwn ? (
              <Button
                small
                onClick={() => {
                  onShow('new-address', id);
                }}
              >
                New address
              </Button>
            ) : null}
          </span>
        </IfOwn>
      </div>
      {failure ? <FailureAlert {...renewalFailure} error={failure} /> : null}
      <p className="connection-quiet">
        {webhookReason ?? 'AccuLynx sends its events to a secret address of this connection.'}{' '}
        {isOwn ? <Proof at={webhookProvedAt} /> : null}
      </p>
    </section>
  );
}

function Proof({ at }: { readonly at: string | null }) {
  if (at === null) return 'No event has arrived through it yet.';
  return (
    <>
      The last one arrived <Ago time={at} />.
    </>
  );
}
