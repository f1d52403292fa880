import type { AuthLink } from './auth-link.ts';
import { ForgotPasswordDialog } from './ForgotPasswordDialog.tsx';
import { BrokenLinkDialog, NewPasswordDialog } from './NewPasswordDialog.tsx';

export interface PasswordDialogsProps {
  readonly link: AuthLink;
  /** The e-mail that the forgotten password's dialog begins with; null while it is closed. */
  readonly forgot: string | null;
  /** Opens and closes that dialog. */
  readonly onForgot: (email: string | null) => void;
  readonly onMailSent: () => void;
  readonly onPasswordSet: () => Promise<void>;
  readonly onLinkDone: () => void;
}

/** The dialogs of a forgotten password, a chunk of their own: most people remember theirs. */
export default function PasswordDialogs(props: PasswordDialogsProps) {
  const { link, forgot, onForgot, onMailSent, onPasswordSet, onLinkDone } = props;
  const askForLink = () => {
    onLinkDone();
    onForgot('');
  };
  return (
    <>
      {forgot === null ? null : (
        <ForgotPasswordDialog
          email={forgot}
          onSent={() => {
            onForgot(null);
            onMailSent();
          }}
          onClose={() => {
            onForgot(null);
          }}
        />
      )}
      {link.kind === 'reset' ? (
        <NewPasswordDialog link={link} onDone={onPasswordSet} onNewLink={askForLink} onClose={onLinkDone} />
      ) : null}
      {link.kind === 'broken-reset' ? <BrokenLinkDialog onNewLink={askForLink} onClose={onLinkDone} /> : null}
    </>
  );
}
