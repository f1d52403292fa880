import { DEALS, type ObjectType } from './object-types.ts';
import type { Portal } from './portal.ts';
import type { CrmRecord, Values } from './record.ts';

const iso = (time: number): string => new Date(time).toISOString();

/** What computed values depend on in addition to the record's own values. */
interface Surroundings {
  readonly portal: Portal;
  /** The ids of the records that were merged into it. */
  readonly mergedIds: readonly string[];
}

/** A North American number without its country code; an extension is not part of it. */
const nationalDigits = (phone: string): string =>
  phone
    .replace(/\s*ext.*$/i, '')
    .replace(/\D/g, '')
    .slice(-10);

function contactProperties(record: CrmRecord, { mergedIds }: Surroundings): Values {
  const { email = '', firstname = '', lastname = '', phone = '', mobilephone = '' } = record.values;
  const name = [firstname, lastname].filter((part) => part !== '').join(' ');
  const national = nationalDigits(phone);
  return {
    lifecyclestage: 'lead',
    hs_all_contact_vids: [record.id, ...mergedIds].join(';'),
    hs_marketable_status: 'false',
    hs_email_domain: email.slice(email.lastIndexOf('@') + 1),
    hs_full_name_or_email: name === '' ? email : name,
    hs_is_contact: 'true',
    hs_is_unworked: 'true',
    hs_lifecyclestage_lead_date: iso(record.createdAt),
    hs_pipeline: 'contacts-lifecycle-pipeline',
    hs_calculated_phone_number: national === '' ? '' : `+1${national}`,
    hs_searchable_calculated_phone_number: national,
    hs_searchable_calculated_mobile_number: nationalDigits(mobilephone),
  };
}

/** Whether a deal is closed follows from its stage; one whose stage was deleted is not. */
function dealProperties(record: CrmRecord, { portal }: Surroundings): Values {
  const pipelines = portal.pipelines(DEALS);
  const { isClosed = 'false', probability = '0' } =
    pipelines.stage(record.values['dealstage'] ?? '')?.metadata ?? {};
  return {
    pipeline: pipelines.defaultId ?? '',
    hs_is_closed: isClosed,
    hs_is_closed_won: String(isClosed === 'true' && Number(probability) === 1),
  };
}

const COMPUTED: Partial<Record<string, (record: CrmRecord, around: Surroundings) => Values>> = {
  contacts: contactProperties,
  deals: dealProperties,
};

/** Custom objects have another name for the date of a record's creation. */
const createdProperty = ({ fullyQualifiedName }: ObjectType): string =>
  fullyQualifiedName === undefined ? 'createdate' : 'hs_createdate';

/** The values of a record with everything that HubSpot computes; an own value wins over a default. */
export function allValues(
  portal: Portal,
  type: ObjectType,
  record: CrmRecord,
  values: Values = record.values,
): Values {
  const mergedIds = portal.records(type).mergedFrom(record.id);
  const computed = {
    ...COMPUTED[type.name]?.(record, { portal, mergedIds }),
    hs_merged_object_ids: mergedIds.join(';'),
  };
  return {
    ...Object.fromEntries(Object.entries(computed).filter(([, value]) => value !== '')),
    hs_object_source: 'INTEGRATION',
    hs_object_source_label: 'INTEGRATION',
    ...values,
    hs_object_id: record.id,
    [createdProperty(type)]: iso(record.createdAt),
    [type.modifiedProperty]: iso(record.updatedAt),
  };
}
