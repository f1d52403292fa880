import { errorCodes } from '@ridgeline/contracts';
import { aCounter, aJob, oneOf } from '@ridgeline/kit/metric-definitions';

/** Checks of credentials and of HubSpot properties. */
export const validationDefinitions = {
  credentialChecks: aCounter({
    name: 'ridgeline_credential_checks_total',
    help: 'Credentials that were tried at a vendor, by verdict',
    labels: {
      vendor: oneOf(['acculynx', 'hubspot']),
      verdict: oneOf(['valid', 'refused', 'scope_missing', 'unreachable']),
    },
  }),
  propertyChecks: aCounter({
    name: 'ridgeline_property_checks_total',
    help: 'Checks of the HubSpot properties that migrations need, by result: valid, missing, created, or an error code',
    labels: { result: oneOf(['valid', 'missing', 'created', ...errorCodes]) },
  }),
} as const;

/** Jobs of the validation service. */
export const validationJobs = {
  storedChecks: aJob('stored-checks'),
} as const;
