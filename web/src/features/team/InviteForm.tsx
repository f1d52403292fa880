import { emailSchema, inviteColleague, type Invitation } from '@ridgeline/contracts';
import { z } from 'zod';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { blameByCode, checkWith } from '../../ui/form/blame.ts';
import { FormFailure } from '../../ui/form/FormFailure.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useToast } from '../../ui/toast/toast-context.ts';
import { useDraft } from '../session/use-draft.ts';
import { inviteTexts as texts } from './texts.ts';

const schema = z.object({ email: emailSchema });
const empty = { email: '' };
const blame = blameByCode<typeof empty>({ 'auth.email_taken': 'email' });

/** Invites a colleague by e-mail. */
export function InviteForm({ onInvited }: { readonly onInvited: (invitation: Invitation) => void }) {
  const invite = useCommand(inviteColleague);
  const toast = useToast();
  const form = useForm({
    draft: useDraft('invitation', 'email'),
    initial: empty,
    check: (values) => checkWith(schema, values),
    submit: async ({ email }) => {
      const invitation = await invite({ body: { email: email.trim() } });
      form.reset(empty);
      onInvited(invitation);
      toast(texts.sent(invitation.email));
    },
    blame,
  });
  return (
    <form className="fields" noValidate onSubmit={form.onSubmit}>
      <div className="invite">
        <TextField
          form={form}
          name="email"
          type="email"
          label="Invite a colleague"
          placeholder="name@company.com"
          autoComplete="off"
          help="The link in the mail works once, for seven days."
        />
        <Button type="submit" loading={form.submitting}>
          Send invitation
        </Button>
      </div>
      <FormFailure form={form} texts={texts.failed} />
    </form>
  );
}
