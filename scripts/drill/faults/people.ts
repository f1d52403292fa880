import { openApiSession } from '@ridgeline/devstack';
import { simulatorControl } from '@ridgeline/testkit';
import { repeat, undo, type Fault } from '../fault.ts';

/** More than the number of emails sent shortly before. */
const refusedMails = 8;

/** Faults in what users rely on to get in: sign-ins and emails. */
export const peopleFaults: readonly Fault[] = [
  {
    name: 'flood',
    what: 'one address tries passwords without end',
    alert: 'RidgelineFlood',
    signs: [
      { panel: 'gateway and sessions › Turned away', above: 1 },
      { panel: 'gateway and sessions › Sign-ins', labels: { result: 'too-many' }, above: 1 },
      {
        panel: 'processes and heartbeats › Event loop in use',
        labels: { service: 'gateway' },
        below: 0.95,
      },
    ],
    act: 'The gateway copes',
    plant: async ({ product, newCompany }) => {
      const { email } = await newCompany(10);
      const { gateway } = product.description;
      return repeat(() => openApiSession(gateway).signIn(email, 'a-wrong-password'));
    },
  },
  {
    name: 'mail-refused',
    what: 'the mail server does not relay for us any more',
    alert: 'RidgelineMailUndeliverable',
    signs: [
      { panel: 'gateway and sessions › Emails within 10 minutes', labels: { result: 'refused' }, above: 3 },
      {
        log: 'The mail server does not take emails for this recipient',
        service: 'auth',
        carrying: /550 Relay access denied/,
      },
    ],
    act: '`refused` for all recipients',
    plant: async ({ product: { description } }) => {
      const control = simulatorControl(description.simulators.control);
      const refuse = (refusesRecipients: boolean): Promise<void> =>
        control.change({ mail: { refusesRecipients } });
      await refuse(true);
      for (let person = 0; person < refusedMails; person += 1)
        await openApiSession(description.gateway).register({
          email: `refused-${person}-${process.pid}@roofing.example`,
          password: 'a-long-enough-password',
          firstName: 'Toni',
          lastName: 'Test',
        });
      return undo(() => refuse(false));
    },
  },
];
