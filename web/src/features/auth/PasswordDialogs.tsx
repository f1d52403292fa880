import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import type { AuthLink } from './auth-link.ts';
import { ForgotPasswordDialog } from './ForgotPasswordDialog.tsx';
import { BrokenLinkDialog, NewPasswordDialog } from './NewPasswordDialog.tsx';

export interface PasswordDialogsProps {
  readonly link: AuthLink;
  /** Whether a link for a new password is asked for. */
  readonly forgot: boolean;
  readonly onForgot: (asking: boolean) => void;
  readonly onMailSent: () => void;
  readonly onPasswordSet: () => Promise<void>;
  readonly onLinkDone: () => void;
}

/** The dialogs of a forgotten password, a chunk of their own: most people remember theirs. */
export default function PasswordDialogs(props: PasswordDialogsProps) {
  const { link, forgot, onForgot, onMailSent, onPasswordSet, onLinkDone } = props;
  const askForLink = () => {
    onLinkDone();
    onForgot(true);
  };
  return (
    <AntdProvider>
      {forgot ? (
        <ForgotPasswordDialog
          onSent={() => {
            onForgot(false);
            onMailSent();
          }}
          onClose={() => {
            onForgot(false);
          }}
        />
      ) : null}
      {link.kind === 'reset' ? (
        <NewPasswordDialog link={link} onDone={onPasswordSet} onNewLink={askForLink} onClose={onLinkDone} />
      ) : null}
      {link.kind === 'broken-reset' ? <BrokenLinkDialog onNewLink={askForLink} onClose={onLinkDone} /> : null}
    </AntdProvider>
  );
}
