import type { User } from '@ridgeline/contracts';
import { Tooltip } from '../../ui/controls/Tooltip.tsx';
import { initials, personLabel } from './person.ts';
import './avatar.css';

interface AvatarProps {
  readonly person: Pick<User, 'email' | 'firstName' | 'lastName'>;
  /** 32, 40 or 48 pixels. */
  readonly size?: 'sm' | 'md' | 'lg';
}

/** A person's initials; the name, else the email, on hover. The name is next to it, so screen readers skip it. */
export function Avatar({ person, size = 'sm' }: AvatarProps) {
  return (
    <Tooltip title={personLabel(person)}>
      <span className={`avatar avatar-${size}`} aria-hidden>
        {initials(person)}
      </span>
    </Tooltip>
  );
}
