/** A line of a panel, as Grafana would draw it since the fault. */
interface PanelSign {
  /** As runbooks name it: `<dashboard> › <title>`. */
  readonly panel: string;
  /** The labels that the line has. */
  readonly labels?: Readonly<Record<string, string>>;
  /** It rose above this. */
  readonly above?: number;
  /** It fell below this. */
  readonly below?: number;
}

/** A line in the log of a service. */
interface LogSign {
  readonly log: string;
  readonly service: string;
  /** What else that line contains. */
  readonly carrying?: RegExp;
}

/** What a command or a statement says that the runbook quotes. */
interface CommandSign {
  /** How the quotation begins, the words before the first `<`: statements begin with `select`. */
  readonly command: string;
  /** What stands for the placeholders in angle brackets. */
  readonly placeholders?: Readonly<Record<string, string>>;
  readonly says: RegExp;
}

/** What the broker's own log says, as the runbook quotes it. */
interface BrokerSign {
  readonly broker: string;
}

/** One thing that a runbook says to look at, and how it looks under a fault. */
export type Sign = PanelSign | LogSign | CommandSign | BrokerSign;

/** What is looked at, for people. */
export function nameOf(sign: Sign): string {
  if ('panel' in sign) {
    const { panel, labels = {}, above, below } = sign;
    const line = Object.values(labels).join(' ');
    return `${panel}${line === '' ? '' : ` (${line})`} ${above === undefined ? `below ${below ?? 0}` : `above ${above}`}`;
  }
  if ('log' in sign) return `log of ${sign.service}: ${sign.log}`;
  if ('broker' in sign) return `the broker's log: ${sign.broker}`;
  return `${sign.command} ...: ${sign.says.source}`;
}
