import { contactType } from '@ridgeline/contracts';
import { FakeHubspotTarget } from '../../../hubspot-io/testing/fake-hubspot-target.ts';
import { emailKey } from '../planning/find-counterparts.ts';

/** A HubSpot portal in memory that holds contacts. */
export const contactPortal = (): FakeHubspotTarget =>
  new FakeHubspotTarget({ sourceIdProperty: contactType.sourceIdProperty, key: emailKey });
