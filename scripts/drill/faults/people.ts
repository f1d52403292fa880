import { openApiSession } from '@ridgeline/devstack';
import { repeat, type Fault } from '../fault.ts';

/** Faults that people outside cause. */
export const peopleFaults: readonly Fault[] = [
  {
    name: 'flood',
    what: 'one address tries passwords without end',
    alert: 'RidgelineFlood',
    cause:
      'increase(ridgeline_http_request_duration_seconds_count{service="gateway", status="429"}[1m]) > 100',
    plant: async ({ product, newCompany }) => {
      const { email } = await newCompany(10);
      const { gateway } = product.description;
      return repeat(() => openApiSession(gateway).signIn(email, 'a-wrong-password'));
    },
  },
];
