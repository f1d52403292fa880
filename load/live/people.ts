import type { StackDescription } from '@ridgeline/devstack';
import { newColleague, newTestCompany, type TestCompany } from '@ridgeline/testkit';
import type { Reader } from './readers-task.ts';

/** A company and enough signed-in people for its readers. */
export interface CompanyOfReaders {
  readonly company: TestCompany;
  readonly readers: readonly Reader[];
}

/** Below what one user may open at one gateway: all streams move to the same gateway when the other is gone. */
const readersPerPerson = 18;

/** Makes a company with so many contacts at AccuLynx, and people for so many readers. */
export async function companyOfReaders(
  stack: StackDescription,
  size: { readonly contacts: number; readonly readers: number },
): Promise<CompanyOfReaders> {
  const company = await newTestCompany(stack, { contacts: size.contacts });
  const people = Math.ceil(size.readers / readersPerPerson);
  const sessions = [company.session];
  while (sessions.length < people) sessions.push((await newColleague(stack, company)).session);
  const readers = Array.from({ length: size.readers }, (_, index) => ({
    cookie: sessions[index % people]?.cookie() ?? '',
    company: company.user.companyId,
  }));
  return { company, readers };
}
