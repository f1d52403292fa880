import type { User } from '@ridgeline/contracts';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import type { AuthLink } from './auth-link.ts';
import { EmailVerification } from './EmailVerification.tsx';
import { InvitedMember } from './InvitedMember.tsx';

interface LinksOfMembersProps {
  readonly user: User;
  readonly link: Extract<AuthLink, { kind: 'invitation' | 'verification' }>;
  readonly onDone: () => void;
}

/** The links of mails that somebody opens who is signed in, a chunk of their own. */
export default function LinksOfMembers({ user, link, onDone }: LinksOfMembersProps) {
  return (
    <AntdProvider>
      {link.kind === 'invitation' ? (
        <InvitedMember user={user} token={link.token} onStay={onDone} />
      ) : (
        <EmailVerification user={user} token={link.token} onDone={onDone} />
      )}
    </AntdProvider>
  );
}
