import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Loading, SkeletonRows } from '../../ui/page/Loading.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { useUser } from '../session/session-context.ts';
import { InvitationList } from './InvitationList.tsx';
import { InviteForm } from './InviteForm.tsx';
import { MemberList } from './MemberList.tsx';
import { useTeam } from './use-team.ts';
import './team.css';

/** The people of one's company, who is invited, and the way to invite more. */
export function TeamPanel() {
  const user = useUser();
  const { data, error, retry, invited, removed, withdrawn } = useTeam();
  return (
    <Panel title="Team">
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
          <ErrorState title="The team could not be loaded" error={error} onRetry={retry} />
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
