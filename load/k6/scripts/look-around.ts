import { group, sleep } from 'k6';
import { read } from './calls.ts';
import type { Person } from '../portable/person.ts';

/** The requests of a signed-in user's pages. */
export function lookAround({ connectionId }: Person, restSeconds: number): void {
  group('look around', () => {
    read('/api/user');
    read('/api/stats');
    read('/api/connections');
    sleep(restSeconds);
    read(`/api/connections/${String(connectionId)}`, '/api/connections/{id}');
    read('/api/migrations?page=1', '/api/migrations?page');
    sleep(restSeconds);
    read('/api/team');
  });
}
