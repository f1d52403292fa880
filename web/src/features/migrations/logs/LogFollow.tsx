import { Button } from '../../../ui/controls/Button.tsx';
import { formatCount } from '../../../ui/text/format.ts';

interface LogFollowProps {
  readonly following: boolean;
  /** Lines that have come since the reader stopped to follow. */
  readonly newer: number;
  readonly onChange: (follow: boolean) => void;
}

/** Whether new lines appear by themselves, or wait until they are asked for, so that nothing moves while one reads. */
export function LogFollow({ following, newer, onChange }: LogFollowProps) {
  return (
    <Button
      look="pill"
      className="logs-follow"
      aria-pressed={following}
      onClick={() => {
        onChange(!following);
      }}
    >
      Follow {newer > 0 ? <span className="numbers">{formatCount(newer)} new</span> : null}
    </Button>
  );
}
