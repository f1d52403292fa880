import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { VerifyEmailNotice } from '../session/VerifyEmailNotice.tsx';
import { TeamPanel } from '../team/TeamPanel.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';
import { ProfilePanel } from './ProfilePanel.tsx';
import { SignOutEverywhere } from './SignOutEverywhere.tsx';
import './settings.css';

/** What concerns oneself at the left, what concerns the company at the right. */
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
