import { Button } from '../../../../ui/controls/Button.tsx';
import { ConnectionDialogs } from '../../../connections/actions/ConnectionDialogs.tsx';
import { useConnectionDialog } from '../../../connections/actions/use-connection-dialog.ts';
import { replaceText } from '../../../connections/status-display.ts';
import { useConnections } from '../../../connections/use-connections.ts';

interface ReplaceCredentialProps {
  readonly connectionId: number;
  /** Whether the button is shown while a credential is refused; an open form stays in any case. */
  readonly wanted: boolean;
}

/** Opens the connection's form over the page, at the field of the credential that is refused. */
export function ReplaceCredential({ connectionId, wanted }: ReplaceCredentialProps) {
  const { data } = useConnections();
  const dialog = useConnectionDialog();
  const connection = data?.find(({ id }) => id === connectionId);
  const text = connection ? replaceText(connection) : null;
  return (
    <>
      {wanted && text !== null ? (
        <Button
          look="primary"
          onClick={() => {
            dialog.show('edit', connectionId);
          }}
        >
          {text}
        </Button>
      ) : null}
      {dialog.open ? <ConnectionDialogs connections={data} dialog={dialog} /> : null}
    </>
  );
}
