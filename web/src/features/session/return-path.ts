/** Where a person wanted to go before signing in. Session storage: it ends with the tab, and holds no secret. */
const key = 'ridgeline.redirect-after-auth';

/** Whether a stored path may be followed: one of our own pages, and not the sign-in page itself. */
export function isReturnPath(path: string | null): path is string {
  return path !== null && /^\/(?![/\\])/.test(path) && !/^\/auth(?:[/?#]|$)/.test(path);
}

export function rememberReturnPath(path: string, storage: Storage = sessionStorage): void {
  if (isReturnPath(path)) storage.setItem(key, path);
}

/** The remembered path, or the dashboard. */
export function returnPath(storage: Storage = sessionStorage): string {
  const path = storage.getItem(key);
  return isReturnPath(path) ? path : '/';
}

export function forgetReturnPath(storage: Storage = sessionStorage): void {
  storage.removeItem(key);
}
