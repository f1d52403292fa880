import { MailOutlined } from '@ant-design/icons';
import { sendVerificationMail } from '@ridgeline/contracts';
import { useState } from 'react';
import { useCommand } from '../../api/command.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/controls/Notice.tsx';
import { usePhone } from '../../ui/theme/use-media-query.ts';
import { useFailureToast, useToast } from '../../ui/toast/use-toast.ts';
import { useUser } from './session-context.ts';
import { verificationTexts as texts } from './texts.ts';
import './verify-email.css';

/** Says that the email is not verified yet, and has the link sent again; nothing when it is. */
export function VerifyEmailNotice() {
  const { email, emailVerified } = useUser();
  const phone = usePhone();
  if (emailVerified) return null;
  const again = <SendAgain email={email} />;
  return (
    <Notice
      role="status"
      className="verify-email"
      tone="info"
      icon={<MailOutlined aria-hidden />}
      title={texts.title}
      text={
        <>
          <p className="verify-email-text">{texts.text(email)}</p>
          {phone ? again : null}
        </>
      }
      action={phone ? null : again}
    />
  );
}

/** Has the link sent again. */
export function SendAgain({ email, wide = false }: { readonly email: string; readonly wide?: boolean }) {
  const send = useCommand(sendVerificationMail);
  const toast = useToast();
  const telling = useFailureToast(texts.failed);
  const [sending, setSending] = useState(false);
  const sendAgain = async () => {
    setSending(true);
    try {
      await telling(() => send());
      toast(texts.sent(email));
    } catch {
      // The toast has told it, and the button stays.
    } finally {
      setSending(false);
    }
  };
  return (
    <Button small={!wide} block={wide} loading={sending} onClick={() => void sendAgain()}>
      Send again
    </Button>
  );
}
