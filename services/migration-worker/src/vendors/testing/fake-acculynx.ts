import type { AcculynxClient, ContactsPage } from '@ridgeline/acculynx';
import type { AcculynxAccess, RunCall } from '../record-source.ts';

/** AccuLynx with this page of contacts; its other calls are not there. */
export function fakeAcculynx(page: ContactsPage): AcculynxAccess {
  const notHere = () => Promise.reject(new Error('The fake does not have this call'));
  const client: Pick<AcculynxClient, RunCall> = {
    contact: notHere,
    jobsPage: notHere,
    users: notHere,
    leadSources: notHere,
    workflowMilestones: notHere,
    jobRepresentatives: notHere,
    jobFinancials: notHere,
    jobInsurance: notHere,
    jobMilestone: notHere,
    contactsPage: () => Promise.resolve({ outcome: 'ok', value: page }),
  };
  return {
    client,
    calls: {
      async settle(signals, call) {
        const outcome = await call(signals.calling);
        if (outcome.outcome === 'ok' || outcome.outcome === 'rejected') return outcome;
        throw new Error(`The fake does not answer: ${outcome.outcome}`);
      },
    },
    stopping: new AbortController().signal,
  };
}
