import type { StackDescription } from '@ridgeline/devstack';
import { newColleague, newTestCompany, type TestCompany } from '@ridgeline/testkit';

/** A company with a connection and enough signed-in people for its clients. */
export interface Watchers {
  readonly company: TestCompany;
  /** The `Cookie` header of each client. */
  readonly cookies: readonly string[];
}

/** Below what one person may open at one gateway, wherever the clients go when theirs is gone. */
const clientsPerPerson = 18;

/** Makes a company with so many contacts, and people for so many clients. */
export async function watchers(
  stack: StackDescription,
  { contacts, clients }: { readonly contacts: number; readonly clients: number },
): Promise<Watchers> {
  const company = await newTestCompany(stack, { contacts });
  const cookies: string[] = [];
  for (let session = company.session; ; session = (await newColleague(stack, company)).session) {
    const more = Math.min(clientsPerPerson, clients - cookies.length);
    cookies.push(...Array<string>(more).fill(session.cookie()));
    if (cookies.length === clients) return { company, cookies };
  }
}
