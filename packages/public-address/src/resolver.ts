import { Resolver as DnsResolver } from 'node:dns/promises';

/** All addresses of a name; an empty list or an exception: none. */
export type Resolver = (host: string) => Promise<readonly string[]>;

/** Which name servers are queried, by default the machine's, and how long the whole query may take. */
interface NameServers {
  readonly servers?: readonly string[];
  readonly withinMs?: number;
}

/**
 * Queries name servers. Not by `dns.lookup`: it reads the hosts file and the search domains, which contain internal names,
 * and a slow name server would block the thread pool that it shares with the file system.
 */
export function nameServerResolver({ servers, withinMs = 2_000 }: NameServers = {}): Resolver {
  return async (host) => {
    const resolver = new DnsResolver({ timeout: 1_000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const late = setTimeout(() => resolver.cancel(), withinMs);
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    clearTimeout(late);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}
