import { useEffect, useState } from 'react';

/** The present time in epoch milliseconds, renewed at the interval; it stands still while `running` is false. */
export function useNow(intervalMs: number, running = true): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => {
      setNow(Date.now());
    }, intervalMs);
    return () => {
      clearInterval(timer);
    };
  }, [intervalMs, running]);
  return now;
}
