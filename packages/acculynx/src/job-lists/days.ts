import type { Days } from '../records/jobs-query.ts';

const dayMs = 86_400_000;

/** The day this many days after another; a negative number goes back. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** All days on which a job can have been created, including tomorrow, which has already begun in some time zones. */
export const everyDay = (now: number): Days => ({
  from: '1970-01-01',
  to: dayAfter(new Date(now).toISOString().slice(0, 10)),
});

/** One day more at each end, because AccuLynx does not document whose calendar defines a day (docs/vendors/acculynx.md, 3.5). */
export const widened = ({ from, to }: Days): Days => ({ from: dayAfter(from, -1), to: dayAfter(to) });

/** The earlier and the later half of at least two days. */
export function halves({ from, to }: Days): readonly [Days, Days] {
  const length = (Date.parse(to) - Date.parse(from)) / dayMs;
  const middle = dayAfter(from, Math.floor(length / 2));
  return [
    { from, to: middle },
    { from: dayAfter(middle), to },
  ];
}

/** Whether a moment, in ISO form and UTC, lies in these days. */
export const isWithin = ({ from, to }: Days, moment: string): boolean => {
  const day = moment.slice(0, 10);
  return from <= day && day <= to;
};
