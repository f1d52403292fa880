/** A vendor by its name for people. */
export type Vendor = 'AccuLynx' | 'HubSpot';
