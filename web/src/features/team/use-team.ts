import { getTeam, type Invitation, type Team } from '@ridgeline/contracts';
import { useQuery } from '../../api/use-query.ts';

/** The team, and what an answer of the server changes in it without asking again. */
export function useTeam() {
  const { data, error, mutate } = useQuery(getTeam);
  const change = (next: (team: Team) => Team) => {
    void mutate((team) => (team ? next(team) : team), { revalidate: false });
  };
  return {
    data,
    error,
    retry: () => void mutate(),
    invited: (invitation: Invitation) => {
      change((team) => withInvitation(team, invitation));
    },
    removed: (id: number) => {
      change((team) => withoutMember(team, id));
    },
    withdrawn: (id: number) => {
      change((team) => withoutInvitation(team, id));
    },
  };
}

/** The team with an invitation added, newest first; sending one again replaces the previous invitation to the same email. */
export function withInvitation(team: Team, invitation: Invitation): Team {
  const same = ({ id, email }: Invitation) =>
    id === invitation.id || email.toLowerCase() === invitation.email.toLowerCase();
  return { ...team, invitations: [invitation, ...team.invitations.filter((one) => !same(one))] };
}

export function withoutInvitation(team: Team, id: number): Team {
  return { ...team, invitations: team.invitations.filter((one) => one.id !== id) };
}

function withoutMember(team: Team, id: number): Team {
  return { ...team, members: team.members.filter((one) => one.id !== id) };
}

/** Whether an invitation's link has expired. `now` is epoch milliseconds. */
export const isOver = ({ expiresAt }: Pick<Invitation, 'expiresAt'>, now: number): boolean =>
  Date.parse(expiresAt) <= now;
