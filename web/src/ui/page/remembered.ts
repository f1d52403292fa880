import { useState } from 'react';

const yearSeconds = 31_536_000;

/** A choice out of `document.cookie`, or null. */
export function readRemembered(cookies: string, name: string): string | null {
  const pair = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return pair === undefined ? null : decodeURIComponent(pair.slice(name.length + 1));
}

/** What is written to `document.cookie` to remember a choice. */
export const rememberedCookie = (name: string, value: string): string =>
  `${name}=${encodeURIComponent(value)}; path=/; max-age=${yearSeconds}; samesite=lax`;

/**
 * How a user likes a screen to look, on this device. Kept in a cookie, because the browser clears the storage of this
 * site after a sign-out. Null while nothing was chosen.
 */
export function useRemembered(name: string): readonly [string | null, (value: string) => void] {
  const [value, setValue] = useState(() => readRemembered(document.cookie, name));
  const remember = (next: string) => {
    document.cookie = rememberedCookie(name, next);
    setValue(next);
  };
  return [value, remember];
}
