import type { User } from '@ridgeline/contracts';
import { Tooltip } from '../../ui/controls/Tooltip.tsx';
import { initials, personLabel } from './person.ts';
import './avatar.css';

interface AvatarProps {
  readonly person: Pick<User, 'email' | 'firstName' | 'lastName'>;
  /** 32, 40 or 48 pixels. */
  readonly size?: 'sm' | 'md' | 'lg';
}

/** A user's initials, with the name or else the email on hover. Screen readers skip it because the name is next to it. */
export function Avatar({ person, size = 'sm' }: AvatarProps) {
  return (
    <Tooltip title={personLabel(person)}>
      <span className={`avatar avatar-${size}`} aria-hidden>
        {initials(person)}
      </span>
    </Tooltip>
  );
}
