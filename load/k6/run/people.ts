import type { Product } from '@ridgeline/devstack';
import { newTestCompany } from '@ridgeline/testkit';
import type { Person } from '../portable/person.ts';
import type { Profile } from './profiles.ts';

/** Makes people with a company and a connection each, one after the other: a registration costs a hash. */
export async function makePeople(product: Product, { people, contacts }: Profile): Promise<Person[]> {
  const made: Person[] = [];
  while (made.length < people) {
    const company = await newTestCompany(product.description, { contacts });
    const { id } = await company.connect();
    made.push({ email: company.email, password: company.password, connectionId: id });
  }
  return made;
}
