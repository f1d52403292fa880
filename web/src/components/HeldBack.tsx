import { useState, type ReactNode } from 'react';
import { Loading } from './Loading.tsx';
import './held-back.css';

interface HeldBackProps {
  /** Whether it is known how much room all of it takes, and what stands above; once it is, that counts for good. */
  readonly until: boolean;
  /** What is loading, for screen readers. */
  readonly label: string;
  /** What is seen meanwhile. */
  readonly skeleton: ReactNode;
  readonly children: ReactNode;
}

/** Parts that would push one another about as they load: they load out of sight, and appear together in their places. */
export function HeldBack({ until, label, skeleton, children }: HeldBackProps) {
  const [settled, setSettled] = useState(until);
  if (until && !settled) setSettled(true);
  return (
    <>
      {settled ? null : <Loading label={label}>{skeleton}</Loading>}
      <div className="held-back" hidden={!settled}>
        {children}
      </div>
    </>
  );
}
