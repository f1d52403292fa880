import {
  defaultDealSettings,
  errorText,
  maxConnectionName,
  newConnectionSchema,
  type AutoSyncResume,
  type Connection,
  type JobDetail,
  type NewConnection,
} from '@ridgeline/contracts';
import { checkWith, type FieldTexts } from '../../../ui/form/field-texts.ts';

/** The form's values; an empty text means the default. */
export interface ConnectionValues {
  readonly name: string;
  readonly acculynxApiKey: string;
  readonly hubspotPat: string;
  readonly autoSyncNewContacts: boolean;
  readonly autoSyncNewJobs: boolean;
  /** When a switch is on again: what happens to what changed while it was off. */
  readonly resumeContacts: AutoSyncResume;
  readonly resumeJobs: AutoSyncResume;
  readonly includeNoEmailContacts: boolean;
  readonly defaultDealPipeline: string;
  readonly defaultDealStage: string;
  readonly dealStageByMilestone: Readonly<Record<string, string>>;
  readonly jobDetails: readonly JobDetail[];
  readonly includeDeadJobs: boolean;
  readonly customEventProcessorUrl: string;
  readonly companyId: string;
}

/** The fields kept in a draft: all except the two secrets. */
export const draftFields = [
  'name',
  'autoSyncNewContacts',
  'autoSyncNewJobs',
  'resumeContacts',
  'resumeJobs',
  'includeNoEmailContacts',
  'defaultDealPipeline',
  'defaultDealStage',
  'dealStageByMilestone',
  'jobDetails',
  'includeDeadJobs',
  'customEventProcessorUrl',
  'companyId',
] as const satisfies readonly (keyof ConnectionValues)[];

const catchingUp = { resumeContacts: 'catch_up', resumeJobs: 'catch_up' } as const;

/** A new connection, of the person's own company. */
export const newValues = (companyId: string): ConnectionValues => ({
  name: '',
  acculynxApiKey: '',
  hubspotPat: '',
  autoSyncNewContacts: false,
  autoSyncNewJobs: false,
  ...catchingUp,
  includeNoEmailContacts: false,
  ...defaultDealSettings,
  defaultDealPipeline: '',
  defaultDealStage: '',
  customEventProcessorUrl: '',
  companyId,
});

/** A stored connection, with the masks of its secrets. */
export const valuesOf = (connection: Connection): ConnectionValues => ({
  name: connection.name,
  acculynxApiKey: connection.acculynxApiKey,
  hubspotPat: connection.hubspotPat,
  autoSyncNewContacts: connection.autoSyncNewContacts,
  autoSyncNewJobs: connection.autoSyncNewJobs,
  ...catchingUp,
  includeNoEmailContacts: connection.includeNoEmailContacts,
  defaultDealPipeline: connection.defaultDealPipeline ?? '',
  defaultDealStage: connection.defaultDealStage ?? '',
  dealStageByMilestone: connection.dealStageByMilestone,
  jobDetails: connection.jobDetails,
  includeDeadJobs: connection.includeDeadJobs,
  customEventProcessorUrl: connection.customEventProcessorUrl ?? '',
  companyId: connection.companyId,
});

const ofCopies = ' (Copy)';

/** A copy starts with the original's values under a new name; a long name is cut to the allowed length. */
export const copyOf = (source: Connection): ConnectionValues => ({
  ...valuesOf(source),
  name: source.name.slice(0, maxConnectionName - ofCopies.length).trimEnd() + ofCopies,
});

type Body = Omit<NewConnection, 'operationId' | 'sourceConnectionId'>;

/** The request body; only administrators, who have the company field, send the company. */
export function bodyOf(values: ConnectionValues, administrator: boolean): Body {
  const { dealStageByMilestone, companyId } = values;
  const orDefault = (text: string) => text.trim() || null;
  return {
    name: values.name,
    acculynxApiKey: values.acculynxApiKey,
    hubspotPat: values.hubspotPat,
    autoSyncNewContacts: values.autoSyncNewContacts,
    autoSyncNewJobs: values.autoSyncNewJobs,
    includeNoEmailContacts: values.includeNoEmailContacts,
    defaultDealPipeline: orDefault(values.defaultDealPipeline),
    defaultDealStage: orDefault(values.defaultDealStage),
    dealStageByMilestone: Object.fromEntries(
      Object.entries(dealStageByMilestone).filter(([, stage]) => stage !== ''),
    ),
    jobDetails: [...values.jobDetails],
    includeDeadJobs: values.includeDeadJobs,
    customEventProcessorUrl: orDefault(values.customEventProcessorUrl),
    ...(administrator && companyId.trim() ? { companyId: companyId.trim() } : {}),
  };
}

/** All wrong fields with their texts, by the contract's own rules. */
export function checkValues(values: ConnectionValues): FieldTexts<ConnectionValues> {
  const texts: FieldTexts<ConnectionValues> = checkWith(newConnectionSchema, bodyOf(values, true));
  const url = values.customEventProcessorUrl.trim();
  return url === '' || URL.parse(url)?.protocol === 'https:'
    ? texts
    : { ...texts, customEventProcessorUrl: errorText('connection.event_processor_invalid') };
}
