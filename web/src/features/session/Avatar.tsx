import type { User } from '@ridgeline/contracts';
import { Tooltip } from '../../ui/controls/Tooltip.tsx';
import { initials, personLabel } from './person.ts';
import './avatar.css';

interface AvatarProps {
  readonly person: Pick<User, 'email' | 'firstName' | 'lastName'>;
  /** 32, 40 or 48 pixels. */
  readonly size?: 'sm' | 'md' | 'lg';
}

/** A person's initials; the name, else the e-mail, on hover. It stands beside the name, so screen readers skip it. */
export function Avatar({ person, size = 'sm' }: AvatarProps) {
  return (
    <Tooltip title={personLabel(person)}>
      <span className={`avatar avatar-${size}`} aria-hidden>
        {initials(person)}
      </span>
    </Tooltip>
  );
}
