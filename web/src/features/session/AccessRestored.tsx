import { useLocation } from 'react-router-dom';
import { Button } from '../../ui/controls/Button.tsx';
import { PageTitle } from '../../ui/page/PageHeader.tsx';
import { rememberReturnPath } from './return-path.ts';
import { useSession } from './session-context.ts';

/** What takes the place of Access Revoked when the session ends under it: with access come new sessions. */
export function AccessRestored() {
  const { leave } = useSession();
  const { pathname, search, hash } = useLocation();

  const signIn = () => {
    rememberReturnPath(pathname + search + hash);
    void leave('restored');
  };
  return (
    <>
      <PageTitle page="Access Restored" />
      <h1>Your access is back</h1>
      <p>Sign in again to go on where you were. Your company&apos;s data is as it was.</p>
      <Button look="primary" autoFocus onClick={signIn}>
        Sign in
      </Button>
    </>
  );
}
