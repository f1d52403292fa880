const longestHint = 4;

/** The end of a secret by which people tell one from another: four characters, of a short secret at most a third. */
export function hintOf(secret: string): string {
  const shown = Math.min(longestHint, Math.floor(secret.length / 3));
  return secret.slice(secret.length - shown);
}

/** What leaves the server in place of a secret: `••••1a2b`. */
export function maskOf(hint: string): string {
  return `••••${hint}`;
}
