/** A contact as the AccuLynx simulator holds it: the fields that a check of a migration needs. */
export interface SourceContact {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly companyName: string | null;
  readonly crossReference: string | null;
  readonly emailAddresses: readonly { readonly address: string; readonly primary: boolean }[];
  readonly phoneNumbers: readonly { readonly number: string }[];
  readonly mailingAddress: { readonly zipCode: string | null } | null;
}

/**
 * What a test may set of a contact, as the company's people would; `email` replaces the primary address. A numbered change ends
 * the cross reference with `~<n>`, which grows by one each time.
 */
export type SourceContactChange = Partial<
  Pick<SourceContact, 'firstName' | 'lastName' | 'companyName'> & {
    readonly email: string | null;
    readonly numbered: boolean;
  }
>;

/** A job as the AccuLynx simulator holds it, unassigned and dead ones too. */
export interface SourceJob {
  readonly id: string;
  readonly assigned: boolean;
  readonly jobName: string;
  readonly jobNumber: string;
  readonly currentMilestone: string;
  readonly createdDate: string;
  readonly modifiedDate: string | null;
  readonly milestoneDate: string | null;
  readonly priority: string;
  readonly leadDeadReason: string;
  /** The primary one first; a deleted contact is still named. */
  readonly contacts: readonly {
    readonly id: string;
    readonly contactId: string;
    readonly isPrimary: boolean;
    readonly relationToPrimary: string;
  }[];
  readonly locationAddress: {
    readonly street1: string | null;
    readonly street2: string | null;
    readonly city: string | null;
    readonly zipCode: string | null;
    readonly state: { readonly name: string; readonly abbreviation: string } | null;
    readonly country: { readonly name: string; readonly abbreviation: string } | null;
  } | null;
  readonly tradeTypes: readonly { readonly id: string; readonly name: string }[];
  readonly jobCategory: { readonly id: number; readonly name: string } | null;
  readonly workType: { readonly id: number; readonly name: string } | null;
  readonly leadSource: { readonly id: string; readonly name: string; readonly parentId?: string } | null;
}

/**
 * What a test may change of a job, as the company's people would; `Dead` makes it unassigned as well. A numbered change ends the
 * job's name with `~<n>`, which grows by one each time.
 */
export type SourceJobChange = Partial<
  Omit<
    SourceJob,
    'id' | 'assigned' | 'locationAddress' | 'tradeTypes' | 'jobCategory' | 'workType' | 'leadSource'
  > & { readonly primaryContactId: string; readonly numbered: boolean }
>;

/** Fields of a job that a test creates; the rest is generated. */
export type NewSourceJob = Partial<
  Pick<SourceJob, 'jobName' | 'currentMilestone' | 'priority' | 'assigned'> & {
    /** The primary one first. */
    readonly contactIds: readonly string[];
    readonly numbered: boolean;
  }
>;

/** A steady stream of numbered changes that the simulators make themselves. */
export interface SourceStreamOptions {
  /** With ids only these records are changed, else all that the company has. */
  readonly companies: readonly {
    readonly companyId: string;
    readonly contacts?: readonly string[];
    readonly jobs?: readonly string[];
  }[];
  /** Changes per second over all companies. */
  readonly perSecond: number;
  readonly seconds: number;
  /** The shares of jobs (0.5), of new records (0.1) and of changes whose record had none before (0.95). */
  readonly jobsShare?: number;
  readonly newShare?: number;
  readonly distinctShare?: number;
  readonly seed?: number;
}

/** A change of a stream; from then on, the record's numbered field ends with `number`. */
export interface SourceStreamChange {
  readonly companyId: string;
  readonly list: SourceListName;
  readonly action: 'created' | 'changed';
  readonly id: string;
  readonly number: number;
  readonly at: string;
}

export interface SourceStream {
  readonly state: 'running' | 'done' | 'stopped';
  readonly planned: number;
  readonly changes: readonly SourceStreamChange[];
}

/** When a HubSpot record received which numbers; `by` is its value of the property that identifies it. */
export interface TargetArrivals {
  readonly id: string;
  readonly by: string | null;
  readonly archived: boolean;
  readonly arrivals: readonly { readonly at: string; readonly number: number }[];
}

/** How often each outcome of an event occurred, over all companies; outcomes that never occurred are missing. */
export type DeliveryCounts = Partial<
  Record<
    | 'events'
    | 'tries'
    | 'accepted'
    | 'failed'
    | 'nowhere'
    | 'dropped'
    | 'lost'
    | 'doubled'
    | 'reordered'
    | 'late'
    | 'held'
    | 'silent',
    number
  >
>;

/** One event of a change and its delivery. */
export interface SourceDelivery {
  readonly topicName: string;
  readonly recordId: string;
  readonly at: string;
  readonly mishaps: readonly string[];
  /** When each try began, and when and how it ended. */
  readonly tries: readonly { readonly sentAt: string; readonly at: string; readonly outcome: unknown }[];
  readonly end: string | null;
}

/** When an AccuLynx record was created or changed, with or without an event about it. */
export interface SourceMoment {
  readonly kind: 'contact' | 'job';
  readonly id: string;
  readonly at: string;
}

/** A subscription as the AccuLynx simulator has it. */
export interface SourceSubscription {
  readonly id: string;
  readonly consumerUrl: string;
  readonly enabled: boolean;
}

/** An object type of the HubSpot simulator whose records can be listed and changed. */
export type TargetObject = 'contacts' | 'deals';

/** Two associated records of HubSpot's, with the labels that the association has in this direction. */
export interface TargetAssociation {
  readonly fromId: string;
  readonly toId: string;
  readonly labels: readonly string[];
}

/** A pipeline of the HubSpot simulator, its stages not in display order. */
export interface TargetPipeline {
  readonly id: string;
  readonly label: string;
  readonly displayOrder: number;
  readonly stages: readonly { readonly id: string; readonly label: string; readonly displayOrder: number }[];
}

/** A rule of a portal's admins: what a new record needs, or a deal that enters a stage. */
export interface TargetRequirement {
  readonly property: string;
  readonly stage?: string;
}

/** A record as the HubSpot simulator holds it, with the number of API calls that wrote it. */
export interface TargetRecord {
  readonly id: string;
  readonly created: number;
  readonly updated: number;
  readonly properties: Readonly<Record<string, string | null>>;
}

/** A request that reached a vendor's simulator. */
export interface SeenRequest {
  readonly number: number;
  readonly vendor: 'acculynx' | 'hubspot';
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly inputs: number | null;
  readonly status: number | null;
  readonly companyId: string | null;
}

/** A request with its time of arrival, by the simulators' clock. */
export interface TimedRequest extends SeenRequest {
  readonly at: string;
}

/** How often a route of a vendor was called, and how the calls were answered. */
export interface RequestCounter {
  readonly vendor: SeenRequest['vendor'];
  readonly method: string;
  readonly route: string;
  readonly requests: number;
  readonly byStatus: Readonly<Record<string, number>>;
}

/** A fault as the control API takes it (see the index at `/__sim`). */
export type Fault = Readonly<Record<string, unknown>> & { readonly vendor: SeenRequest['vendor'] };

/** An AccuLynx listing that can shift while it is read. */
export type SourceListName = 'contacts' | 'jobs';

/** Where in a listing something happens: a number is a position from 0; one beyond the end means the end. */
export type SourcePlace = 'front' | 'end' | number;

/** One shift of a listing: the records that were added or removed, numbered from 1 over both lists of a company. */
export interface SourceChange {
  readonly number: number;
  readonly list: SourceListName;
  /** Jobs also change from one of their two listings to the other. */
  readonly action: 'inserted' | 'deleted' | 'assigned' | 'unassigned';
  readonly ids: readonly string[];
}

/** A shift that a test caused, with the number of records in the listing after it. */
export interface SourceShift extends SourceChange {
  readonly count: number;
}

/** How often a fault was offered a request, and how often it struck. */
export interface FaultReport {
  readonly id: number;
  readonly matched: number;
  readonly struck: number;
  readonly active: boolean;
}

/** What AccuLynx's limits did since they were reset: by key, by a company's writes, and by address. */
export interface SourceLimitCounts {
  /** Calls that the limits per second let through. */
  readonly admitted: number;
  readonly key429: number;
  readonly write429: number;
  /** How often an address was shut out; the call that caused it is counted only here. */
  readonly bans: number;
  /** Calls that came from an address while it was shut out. */
  readonly callsDuringBan: number;
}
