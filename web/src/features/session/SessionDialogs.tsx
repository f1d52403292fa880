import { useLocation } from 'react-router-dom';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useSession } from './session-context.ts';
import { rememberReturnPath } from './use-sign-out.ts';

/** What lies over the page when the session ended or the server is out of reach; the page stays underneath. */
export default function SessionDialogs() {
  const { ended, unreachable, leave } = useSession();
  const { pathname, search, hash } = useLocation();

  const logInAgain = () => {
    rememberReturnPath(pathname + search + hash);
    void leave('expired');
  };
  return (
    <>
      <Dialog
        open={ended}
        title="Session Expired"
        closable={false}
        footer={
          <Button look="primary" autoFocus onClick={logInAgain}>
            Log In Again
          </Button>
        }
      >
        Your session has expired. Please log in again. You will come back to this page, and running migrations
        continue.
      </Dialog>
      <Dialog
        open={unreachable && !ended}
        title="Connection Error"
        closable={false}
        footer={
          <Button look="primary" autoFocus onClick={() => window.location.reload()}>
            Refresh Page
          </Button>
        }
      >
        Connection terminated due to connection timeout. Running migrations continue without this page and
        nothing is lost. This message closes automatically when the connection is back.
      </Dialog>
    </>
  );
}
