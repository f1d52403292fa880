import { signOutEverywhere } from '@ridgeline/contracts';
import { useState } from 'react';
import { useCommand } from '../../api/command.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { useToast } from '../../ui/toast/use-toast.ts';
import { useSession } from '../session/session-context.ts';
import { VerifyEmailNotice } from '../session/VerifyEmailNotice.tsx';
import { TeamPanel } from '../team/TeamPanel.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';
import { ProfilePanel } from './ProfilePanel.tsx';
import { signOutTexts as texts } from './texts.ts';
import './settings.css';

/** Personal settings at the left, company settings at the right. */
export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" purpose="Your name, your password, and who works with you." />
      <VerifyEmailNotice />
      <div className="settings">
        <div className="settings-column">
          <ProfilePanel />
          <PasswordPanel />
          <SignOutEverywhere />
        </div>
        <div className="settings-column">
          <TeamPanel />
        </div>
      </div>
    </>
  );
}

/** Ends every session of the account, after a question. */
export function SignOutEverywhere() {
  const { leave, tellTabs } = useSession();
  const end = useCommand(signOutEverywhere);
  const toast = useToast();
  const [asking, setAsking] = useState(false);

  const confirm = async () => {
    // Before the call, as at every sign-out: the end that the other tabs will notice is no expiry.
    tellTabs('signing-out');
    try {
      await end();
    } catch (error) {
      tellTabs('stayed');
      throw error;
    }
    await leave('signed-out');
    toast(texts.done);
  };
  return (
    <Panel title={texts.title}>
      <p className="settings-note">{texts.purpose}</p>
      <Button
        danger
        className="settings-sign-out"
        onClick={() => {
          setAsking(true);
        }}
      >
        Sign out everywhere
      </Button>
      {asking ? (
        <ConfirmDialog
          title={texts.question}
          confirm="Sign out everywhere"
          keep="Stay signed in"
          failure={texts.failed}
          onConfirm={confirm}
          onClose={() => {
            setAsking(false);
          }}
        >
          <p>{texts.consequence}</p>
        </ConfirmDialog>
      ) : null}
    </Panel>
  );
}
