import { Resolver as DnsResolver } from 'node:dns/promises';

/** All addresses of a name; an empty list or an exception: none. */
export type Resolver = (host: string) => Promise<readonly string[]>;

/**
 * Asks the machine's name servers, for 4 s at most. Not by `dns.lookup`: it reads the hosts file and the search domains,
 * where inner names stand, and a slow name server would hold up the thread pool that the file system shares.
 */
export const askNameServers: Resolver = async (host) => {
  const servers = new DnsResolver({ timeout: 2_000, tries: 2 });
  const answers = await Promise.allSettled([servers.resolve4(host), servers.resolve6(host)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
};
