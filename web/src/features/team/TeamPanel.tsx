import { emailSchema, inviteColleague, type Invitation } from '@ridgeline/contracts';
import { z } from 'zod';
import { useCommand } from '../../api/command.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { fieldErrorsByCode, checkWith } from '../../ui/form/field-texts.ts';
import { FormFailure } from '../../ui/form/FormFailure.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Loading, SkeletonRows } from '../../ui/page/Loading.tsx';
import { ErrorState } from '../../ui/page/PageStates.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { useToast } from '../../ui/toast/use-toast.ts';
import { HelpLink } from '../help/HelpLink.tsx';
import { useUser } from '../session/session-context.ts';
import { useDraft } from '../session/use-draft.ts';
import { InvitationList } from './InvitationList.tsx';
import { MemberList } from './MemberList.tsx';
import { inviteTexts as texts } from './texts.ts';
import { useTeam } from './use-team.ts';
import './team.css';

/** The users of the current company, pending invitations, and a form to invite more. */
export function TeamPanel() {
  const user = useUser();
  const { data, error, retry, invited, removed, withdrawn } = useTeam();
  return (
    <Panel title="Team" marks={<HelpLink to="team" />}>
      <div className="team">
        <p className="team-purpose">
          Everyone here shares your company’s connections and migrations, and may invite or remove others.
        </p>
        {data ? (
          <>
            <MemberList members={data.members} own={user} onRemoved={removed} />
            {data.invitations.length > 0 ? (
              <div>
                <h3>Open invitations</h3>
                <InvitationList invitations={data.invitations} onInvited={invited} onWithdrawn={withdrawn} />
              </div>
            ) : null}
          </>
        ) : error ? (
          <ErrorState title="Could not load the team" error={error} onRetry={retry} />
        ) : (
          <Loading label="Loading the team">
            <SkeletonRows rows={2} />
          </Loading>
        )}
        <InviteForm onInvited={invited} />
      </div>
    </Panel>
  );
}

const schema = z.object({ email: emailSchema });
const empty = { email: '' };
const blame = fieldErrorsByCode<typeof empty>({ 'auth.email_taken': 'email' });

/** Invites a team member by email. */
function InviteForm({ onInvited }: { readonly onInvited: (invitation: Invitation) => void }) {
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
          label="Invite a team member"
          placeholder="name@company.com"
          autoComplete="off"
          help="The link in the email works once, for 7 days."
        />
        <Button type="submit" loading={form.submitting}>
          Send invitation
        </Button>
      </div>
      <FormFailure form={form} texts={texts.failed} />
    </form>
  );
}
