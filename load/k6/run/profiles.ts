/** What a profile of load needs around its script. */
export interface Profile {
  /** How many people with companies of their own there are; no two virtual users share one's migrations. */
  readonly people: number;
  /** Contacts that each company has at AccuLynx. */
  readonly contacts: number;
  /** Whether the web app is served. */
  readonly web: boolean;
}

/** The profiles of `npm run load`; each has its script in `load/k6/scripts`. */
export const profiles: Readonly<Record<string, Profile>> = {
  smoke: { people: 1, contacts: 100, web: false },
  journey: { people: 6, contacts: 300, web: true },
  spike: { people: 20, contacts: 10, web: false },
  soak: { people: 4, contacts: 300, web: false },
};
