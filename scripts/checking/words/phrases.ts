/** A phrase that Ridgeline does not use in prose, and what to write instead. */
export interface Phrase {
  /** A regular expression of whole words; a blank matches any white space, also across the lines of a comment. */
  readonly pattern: string;
  readonly write: string;
}

/** Pairs of a phrase and its replacement, one per line. */
const pairs = `
nobody → no one; passive
(some|every)body → the user, the caller, everyone
(who|wher)ever → the caller that; where
(is|are|was|were|be) told → is reported, notified, shown
tells? of → reports
could not be told → failed to publish
stands? in → is stored in
stands? (still|beside|behind|against) → stalls; next to; protects
(go|goes|went|going) over → is copied
(is|are|was|stays) away → is unavailable
mend(s|ed|ing)? → fix
dear(est)? → expensive
deeds? → audited action
of the time before → previous
anew|afresh|once more → again
meanwhile → while …, since then
all the same → anyway
at present|lately|as it were → now, recently, delete
for want of → without
(comes?|came|becomes?|became) of → outcome, result
nothing of → none of
(goes?|went) on → continues
by (itself|themselves) → automatically
at once → immediately, concurrently
for good → permanently
heard? (of|from) → received
besides → in addition
strangers? → anonymous clients
strays? → orphaned subscriptions
stand-ins? → simulators
taken for → considered
judg(es?|ed|ement) → check, result
(gives?|given|gave) up → failed after N attempts
(is|are) to be → must be
believed? → trusted
tak(e|ing) leave → leave the group
(holds?|held) up(?! to) → blocks
put off → rescheduled
trouble → errors
e-mails?|mails → email(s)
of ours → our
to the letter → verbatim
told apart → distinguished
a reason that nobody foresaw → an unexpected error
the gateway stands it → the gateway copes
lost or doubled → lost or duplicated
longest at one event → oldest event in progress
what people meet → user experience
time spent on garbage → time in garbage collection
since it was asked last → since the last scrape
`;

/** Every phrase that the check looks for. */
export const phrases: readonly Phrase[] = pairs
  .trim()
  .split('\n')
  .map((line) => {
    const [pattern = '', write = ''] = line.split(' → ');
    return { pattern, write };
  });
