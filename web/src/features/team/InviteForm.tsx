import { emailSchema, inviteColleague, type Invitation } from '@ridgeline/contracts';
import { Button } from 'antd';
import { z } from 'zod';
import { useCommand } from '../../api/use-command.ts';
import { FormFailure } from '../../components/form/FormFailure.tsx';
import { blameByCode } from '../../components/form/blame.ts';
import { checkWith } from '../../components/form/check.ts';
import { TextField } from '../../components/form/TextField.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useToast } from '../../components/toast/toast-context.ts';
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
        <Button htmlType="submit" loading={form.submitting}>
          Send invitation
        </Button>
      </div>
      <FormFailure form={form} texts={texts.failed} />
    </form>
  );
}
