/** A line of a panel, as Grafana would have drawn it since the fault was planted. */
interface PanelSign {
  /** As runbooks name it: `<dashboard> › <title>`. */
  readonly panel: string;
  /** The labels of the line. */
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
  /** Other text that the line contains. */
  readonly carrying?: RegExp;
}

/** The output of a command or a statement that the runbook quotes. */
interface CommandSign {
  /** The beginning of the quotation, up to the first `<`; statements begin with `select`. */
  readonly command: string;
  /** The values of the placeholders in angle brackets. */
  readonly placeholders?: Readonly<Record<string, string>>;
  readonly says: RegExp;
}

/** Text of the broker's own log, as the runbook quotes it. */
interface BrokerSign {
  readonly broker: string;
}

/** One thing that a runbook says to look at, and what it shows under a fault. */
export type Sign = PanelSign | LogSign | CommandSign | BrokerSign;

/** The name of the place, for display. */
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
