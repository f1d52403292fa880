import { describe, expect, test } from '@jest/globals';
import type { Invitation, Team } from '@ridgeline/contracts';
import { isOver, withInvitation, withoutInvitation } from './use-team.ts';

const anInvitation = (difference: Partial<Invitation> = {}): Invitation => ({
  id: 1,
  email: 'lee@summit.example',
  invitedBy: 'Dana Reyes',
  invitedAt: '2025-01-02T12:00:00.000Z',
  expiresAt: '2025-01-09T12:00:00.000Z',
  ...difference,
});

const team: Team = { members: [], invitations: [anInvitation()] };

describe('The team after an answer', () => {
  test('When a new team member is invited, then the invitation comes first', () => {
    const added = anInvitation({ id: 2, email: 'kim@summit.example' });
    expect(withInvitation(team, added).invitations).toEqual([added, anInvitation()]);
  });

  test('When the same email is invited again, then the new invitation takes the place of the former', () => {
    const again = anInvitation({ id: 3, email: 'Lee@summit.example' });
    expect(withInvitation(team, again).invitations).toEqual([again]);
  });

  test('When an invitation is withdrawn, then the others stay', () => {
    const other = anInvitation({ id: 2, email: 'kim@summit.example' });
    expect(withoutInvitation({ ...team, invitations: [other, anInvitation()] }, 1).invitations).toEqual([
      other,
    ]);
  });

  test('When seven days have passed, then an invitation is over', () => {
    expect(isOver(anInvitation(), Date.parse('2025-01-09T11:59:59.000Z'))).toBe(false);
    expect(isOver(anInvitation(), Date.parse('2025-01-09T12:00:00.000Z'))).toBe(true);
  });
});
