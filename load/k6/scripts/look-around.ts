import { group, sleep } from 'k6';
import { read } from './calls.ts';
import type { Person } from '../portable/person.ts';

/** What the pages of somebody who is signed in ask for. */
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
