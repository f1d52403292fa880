/** Does some work when the page has nothing else to do; returns what calls it off. Safari knows no idle time. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200);
    return () => {
      clearTimeout(timer);
    };
  }
  const handle = window.requestIdleCallback(work);
  return () => {
    window.cancelIdleCallback(handle);
  };
}
