import type { StandardName } from './object-types.ts';

const EPOCH = '1970-01-01T00:00:00Z';

export interface Stage {
  readonly id: string;
  readonly label: string;
  readonly displayOrder: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly archived: boolean;
  readonly writePermissions: string;
}

export interface Pipeline {
  readonly id: string;
  readonly label: string;
  readonly displayOrder: number;
  readonly stages: readonly Stage[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly archived: boolean;
}

const stageOf = (id: string, label: string, displayOrder: number, metadata: Stage['metadata']): Stage => ({
  id,
  label,
  displayOrder,
  metadata,
  createdAt: EPOCH,
  updatedAt: EPOCH,
  archived: false,
  writePermissions: 'CRM_PERMISSIONS_ENFORCEMENT',
});

/** What HubSpot derives from a stage's probability: closed is exactly what is won or lost. */
export function stageMetadata(metadata: Stage['metadata']): Stage['metadata'] {
  const { probability } = metadata;
  if (probability === undefined) return metadata;
  return { ...metadata, isClosed: String(Number(probability) === 0 || Number(probability) === 1) };
}

const stage = (id: string, label: string, probability: number, displayOrder: number): Stage =>
  stageOf(id, label, displayOrder, stageMetadata({ probability: probability.toFixed(1) }));

const pipeline = (id: string, label: string, displayOrder: number, stages: readonly Stage[]): Pipeline => ({
  id,
  label,
  displayOrder,
  stages,
  createdAt: EPOCH,
  updatedAt: EPOCH,
  archived: false,
});

/** The pipeline of a fresh portal (docs/vendors/hubspot.md, 11) and one of the customer's own, not in display order. */
const DEAL_PIPELINES: readonly Pipeline[] = [
  pipeline('10482113', 'Roofing Jobs', 1, [
    stage('20511801', 'Inspection', 0.2, 0),
    stage('20511802', 'Estimate Sent', 0.5, 1),
    stage('20511803', 'Work Scheduled', 0.9, 2),
    stage('20511804', 'Paid', 1, 3),
    stage('20511805', 'Lost', 0, 4),
  ]),
  pipeline('default', 'Sales Pipeline', 0, [
    stage('appointmentscheduled', 'Appointment Scheduled', 0.2, 0),
    stage('qualifiedtobuy', 'Qualified To Buy', 0.4, 1),
    stage('presentationscheduled', 'Presentation Scheduled', 0.6, 2),
    stage('decisionmakerboughtin', 'Decision Maker Bought-In', 0.8, 3),
    stage('contractsent', 'Contract Sent', 0.9, 4),
    stage('closedwon', 'Closed Won', 1, 5),
    stage('closedlost', 'Closed Lost', 0, 6),
  ]),
];

const CONTACT_PIPELINES: readonly Pipeline[] = [
  pipeline('contacts-lifecycle-pipeline', 'Lifecycle Stage Pipeline', 0, [stage('lead', 'Lead', 0.1, 0)]),
];

const TICKET_PIPELINES: readonly Pipeline[] = [
  pipeline('0', 'Support Pipeline', 0, [
    stageOf('1', 'New', 0, { ticketState: 'OPEN', isClosed: 'false' }),
    stageOf('2', 'Waiting on contact', 1, { ticketState: 'OPEN', isClosed: 'false' }),
    stageOf('3', 'Waiting on us', 2, { ticketState: 'OPEN', isClosed: 'false' }),
    stageOf('4', 'Closed', 3, { ticketState: 'CLOSED', isClosed: 'true' }),
  ]),
];

const FRESH: Readonly<Record<StandardName, readonly Pipeline[]>> = {
  contacts: CONTACT_PIPELINES,
  deals: DEAL_PIPELINES,
  companies: [],
  tickets: TICKET_PIPELINES,
  notes: [],
  calls: [],
  emails: [],
  tasks: [],
  meetings: [],
};

/** The pipelines that a portal begins with; custom objects have none. */
export const freshPipelines = (type: string): readonly Pipeline[] =>
  new Map<string, readonly Pipeline[]>(Object.entries(FRESH)).get(type) ?? [];
