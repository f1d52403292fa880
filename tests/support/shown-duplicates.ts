import type { Candidate, Duplicate, DuplicateAnswer, StoredAnswer } from '@ridgeline/contracts';
import type { Page } from 'playwright-core';

const phone = '4025550100';
const street = '1200 Consolidated Roofing & Exteriors of the Greater North Platte Valley Avenue';

const aCandidate = (hubspotId: string, ...likeness: Candidate['likeness']): Candidate => ({
  hubspotId,
  likeness,
  values: { firstname: 'ANN', lastname: 'Lee', phone: '(402) 555-0100', address: street, zip: '69101' },
});

/** Two possible duplicates with one phone number. */
const madeUpDuplicates = (): readonly Duplicate[] =>
  ['Ann Lee', 'Bob Lee'].map((name, index) => ({
    ...{
      kind: 'contact',
      sourceId: `0b6f2f9c-${String(index)}`,
      name,
      phone,
      openWithPhone: 2,
      answer: null,
    },
    values: { firstname: name.slice(0, 3), lastname: 'Lee', phone: '+14025550100', zip: '69101-1234' },
    candidates:
      index === 0
        ? [aCandidate('501', 'phone', 'name'), aCandidate('502', 'phone')]
        : [aCandidate('503', 'phone')],
  }));

/** Answers requests about a dry run's possible duplicates, and stores users' decisions as the server does. */
export async function answerDuplicatesOf(page: Page, migrationId: number): Promise<readonly unknown[]> {
  const sent: unknown[] = [];
  let duplicates = madeUpDuplicates();
  const given = (body: DuplicateAnswer): StoredAnswer => ({
    decision: body.decision,
    hubspotId: body.decision === 'same' ? body.hubspotId : null,
    ...{ by: 'office@summit.test', at: new Date().toISOString() },
  });
  const set = (fits: (one: Duplicate) => boolean, answer: StoredAnswer | null): void => {
    duplicates = duplicates.map((one) => (fits(one) ? { ...one, answer } : one));
    const openWithPhone = duplicates.filter((one) => one.answer === null).length;
    duplicates = duplicates.map((one) => ({ ...one, openWithPhone }));
  };
  const path = `**/api/migrations/${String(migrationId)}`;
  await page.route(`${path}/duplicates`, (route) => {
    const open = duplicates.filter(({ answer }) => answer === null).length;
    const same = duplicates.filter(({ answer }) => answer?.decision === 'same').length;
    return route.fulfill({
      json: { duplicates, next: null, open, answered: duplicates.length - open, same },
    });
  });
  await page.route(`${path}/duplicates/contact/*/answer`, (route) => {
    const request = route.request();
    const sourceId = new URL(request.url()).pathname.split('/').at(-2);
    const body = request.method() === 'PUT' ? (request.postDataJSON() as DuplicateAnswer) : null;
    sent.push([request.method(), body]);
    set((one) => one.sourceId === sourceId, body && given(body));
    const duplicate = duplicates.find((one) => one.sourceId === sourceId);
    return route.fulfill({ json: body ? duplicate : { linkedBy: null } });
  });
  await page.route(`${path}/duplicate-answers`, (route) => {
    const body = route.request().postDataJSON() as DuplicateAnswer;
    sent.push(['POST', body]);
    set(({ answer }) => answer === null, given({ decision: 'different' }));
    return route.fulfill({ json: { answered: 2, left: 0 } });
  });
  return sent;
}
