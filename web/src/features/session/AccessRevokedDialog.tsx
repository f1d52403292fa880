import { StopOutlined } from '@ant-design/icons';
import { confirmAccessRevoked, getStats } from '@ridgeline/contracts';
import { use, useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { useCommand } from '../../api/command.ts';
import { SessionSignalsContext } from '../../api/session-signals.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { PageTitle } from '../../ui/page/PageHeader.tsx';
import type { RevokedAccess } from './account.ts';
import { useSession } from './session-context.ts';
import { useSignOut } from './use-sign-out.ts';
import './access-revoked.css';

/** The only thing that a user with revoked access sees: why, whom to contact, and how to sign out. It cannot be dismissed. */
export default function AccessRevokedDialog({ reason, contact }: RevokedAccess) {
  const confirm = useCommand(confirmAccessRevoked);
  const signOut = useSignOut();
  const [leaving, setLeaving] = useState(false);
  useAskForContact(contact);

  const leave = async () => {
    setLeaving(true);
    // A failure to record the confirmation must not keep the user here.
    await confirm().catch(() => undefined);
    await signOut();
    setLeaving(false);
  };
  return (
    <Dialog
      open
      title={
        <span className="access-revoked-title">
          <StopOutlined aria-hidden />
          Access Revoked
        </span>
      }
      closable={false}
      footer={
        <Button look="primary" autoFocus loading={leaving} onClick={() => void leave()}>
          Sign Out
        </Button>
      }
    >
      <PageTitle page="Access Revoked" />
      <div className="access-revoked">
        <p className="access-revoked-reason">{reason}</p>
        <p>{contact ? <Contact address={contact} /> : 'Please contact support for assistance.'}</p>
        <p className="access-revoked-note">
          Your company&apos;s data is safe, and running migrations continue.
        </p>
      </div>
    </Dialog>
  );
}

function Contact({ address }: { readonly address: string }) {
  return (
    <>
      Please contact {address.includes('@') ? <a href={`mailto:${address}`}>{address}</a> : address} for
      assistance.
    </>
  );
}

/** Only rejected calls name the contact, so this makes one; if it is not rejected, access has been restored. */
function useAskForContact(contact: string | null) {
  const signals = use(SessionSignalsContext);
  const { retry } = useSession();
  const accessIsBack = useEffectEvent(retry);
  const known = contact !== null;
  useEffect(() => {
    if (known) return;
    api(getStats).then(
      () => {
        accessIsBack();
      },
      (error: unknown) => {
        signals.report(error);
      },
    );
  }, [known, signals]);
}
