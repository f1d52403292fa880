import type { Subscription } from './acculynx/account/subscription-store.ts';
import { accuLynxServer } from './acculynx/acculynx-server.ts';
import { createSystemClock, type Clock } from './determinism/clock.ts';
import type { CompanyInput } from './configuration/company-spec.ts';
import { controlServer } from './control/control-server.ts';
import { listen, type HttpListener } from './http/listen.ts';
import { hubSpotServer } from './hubspot/hubspot-server.ts';
import { mailServer } from './mail/mail-server.ts';
import { MailStore, type StoredMail } from './mail/mail-store.ts';
import { startSmtpSink, type SmtpSink } from './mail/smtp-sink.ts';
import { Simulation } from './simulation/simulation.ts';
import type { SettingsInput } from './configuration/settings.ts';

export interface SimulatorOptions {
  /** The seed of all data; default 1. */
  readonly seed?: number | undefined;
  /** Ports; by default, or for 0, free ones. */
  readonly acculynxPort?: number | undefined;
  readonly hubspotPort?: number | undefined;
  readonly mailSmtpPort?: number | undefined;
  readonly mailHttpPort?: number | undefined;
  readonly controlPort?: number | undefined;
  /** The address to listen at; default the loopback. */
  readonly host?: string | undefined;
  readonly contactsPerCompany?: number | undefined;
  readonly jobsPerCompany?: number | undefined;
  readonly companies?: readonly CompanyInput[] | undefined;
  /** Latency, limits and the vendors' quirks; see settings.ts. */
  readonly settings?: SettingsInput | undefined;
  readonly clock?: Clock | undefined;
}

export interface Addresses {
  readonly acculynx: string;
  readonly hubspot: string;
  readonly mailSmtp: string;
  readonly mailHttp: string;
  readonly control: string;
}

/** Running simulators: where they listen, their state, and how to stop them. */
export interface Simulators {
  readonly addresses: Addresses;
  readonly simulation: Simulation;
  readonly mails: MailStore;
  stop(): Promise<void>;
}

const accuLynxWorldOf = (simulation: Simulation): Parameters<typeof accuLynxServer>[0] => ({
  clock: simulation.clock,
  log: simulation.log,
  faults: simulation.faults,
  settings: () => simulation.settings.acculynx,
  limits: () => simulation.accuLynxLimits,
  companyByKey: (key) => simulation.companyByKey(key),
  sendTestEvent: (company, subscription, topicName) => {
    simulation.deliveries.test(company, subscription, topicName);
  },
});

const hubSpotWorldOf = (simulation: Simulation): Parameters<typeof hubSpotServer>[0] => ({
  clock: simulation.clock,
  log: simulation.log,
  faults: simulation.faults,
  settings: () => simulation.settings.hubspot,
  limits: () => simulation.hubSpotLimits,
  byToken: (token) => simulation.byToken(token),
});

/** AccuLynx's note to the technical contact of a subscription that it disabled (docs/vendors/acculynx.md, 6.4). */
const disabledMail = ({ id, techContact }: Subscription, now: number): Omit<StoredMail, 'id'> => ({
  receivedAt: new Date(now).toISOString(),
  envelope: { from: 'no-reply@acculynx.example', to: [techContact] },
  from: { name: 'AccuLynx', address: 'no-reply@acculynx.example' },
  to: [{ name: '', address: techContact }],
  subject: 'Webhook subscription disabled',
  text: `The webhook subscription ${id} was disabled because its events could not be delivered.`,
  html: null,
  messageId: `<${id}@acculynx.example>`,
});

/** Starts both vendors, the mail sink and the control API; if one server cannot start, those that did are stopped again. */
export async function startSimulators(options: SimulatorOptions = {}): Promise<Simulators> {
  await using stack = new AsyncDisposableStack();
  const clock = options.clock ?? stack.use(createSystemClock());
  const mails = new MailStore();
  const simulation = new Simulation({
    clock,
    seed: options.seed ?? 1,
    contactsPerCompany: options.contactsPerCompany ?? 5_000,
    jobsPerCompany: options.jobsPerCompany ?? 2_000,
    settings: options.settings,
    onSubscriptionDisabled: (subscription) => mails.add(disabledMail(subscription, clock.now())),
  });
  for (const company of options.companies ?? []) simulation.register(company);

  const host = options.host ?? '127.0.0.1';
  const opened = (listener: HttpListener | SmtpSink): string =>
    stack.adopt(listener, (open) => open.stop()).url;
  stack.defer(() => {
    simulation.stop();
  });
  const addresses = {
    acculynx: opened(
      await listen(accuLynxServer(accuLynxWorldOf(simulation)), host, options.acculynxPort ?? 0),
    ),
    hubspot: opened(await listen(hubSpotServer(hubSpotWorldOf(simulation)), host, options.hubspotPort ?? 0)),
    mailSmtp: opened(
      await startSmtpSink({
        store: mails,
        clock: simulation.clock,
        host,
        port: options.mailSmtpPort ?? 0,
        refusesRecipients: () => simulation.settings.mail.refusesRecipients,
      }),
    ),
    mailHttp: opened(await listen(mailServer(mails), host, options.mailHttpPort ?? 0)),
    control: opened(await listen(controlServer(simulation), host, options.controlPort ?? 0)),
  };
  const running = stack.move();
  return { addresses, simulation, mails, stop: () => running.disposeAsync() };
}
