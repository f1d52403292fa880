/** Links are absolute and name the vendor's own host, whatever the simulator's address (docs/vendors/acculynx.md, 1.1). */
const BASE = 'https://api.acculynx.com/api/v2';

export const link = (path: string): string => `${BASE}${path}`;

/** The `{id, _link}` stub in place of a record that was not requested in full. */
export const stub = (id: string, path: string): { id: string; _link: string } => ({ id, _link: link(path) });
