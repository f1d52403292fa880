import { getTeam, type Invitation, type Team } from '@ridgeline/contracts';
import { useQuery } from '../../api/use-query.ts';
import { withInvitation, withoutInvitation, withoutMember } from './team-changes.ts';

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
