import { ok, type Answer } from '../../http/answer.ts';
import type { Route, VendorRequest } from '../../http/vendor-server.ts';
import { jobCustomFields } from '../../seed/custom-fields.ts';
import { COUNTRIES, STATES } from '../../seed/places.ts';
import {
  JOB_CATEGORIES,
  MILESTONES,
  MILESTONE_STATUSES,
  UNITS_OF_MEASURE,
  WORK_TYPES,
  accountTypes,
  documentFolders,
  insuranceCompanies,
  leadSources,
  photoTags,
  tradeTypes,
} from '../../seed/settings-lists.ts';
import { timeZoneInfo } from '../../seed/time-zones.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import { refuse } from '../answers/errors.ts';
import { link, stub } from '../answers/links.ts';
import { byRecordOffset, pageSizeOf, wholeNumber, type Quirks } from '../requests/paging.ts';
import { renderCountry, renderState } from '../answers/render-address.ts';

type Request = VendorRequest<AccuLynxCompany>;

const SETTINGS = '/api/v2/company-settings';

const company =
  (quirks: Quirks) =>
  ({ subject }: Request): Answer => {
    const { companyIdKey } = quirks;
    return ok({
      ...(companyIdKey === 'companyId' ? {} : { id: subject.locationId }),
      ...(companyIdKey === 'id' ? {} : { companyId: subject.locationId }),
      name: subject.name,
      hasInsurance: true,
      timeZoneInfo: timeZoneInfo(subject.data.seed),
    });
  };

/** A settings list, paged by record offset; a page of its own default and cap (vendors/acculynx.md 3.3). */
const paged =
  (
    quirks: () => Quirks,
    sizes: { fallback: number; cap: number },
    rows: (request: Request) => readonly unknown[],
  ) =>
  (request: Request): Answer => {
    const { query } = request.call;
    const pageSize = pageSizeOf(query, sizes, quirks());
    const name = query.has('recordStartIndex') ? 'recordStartIndex' : 'pageStartIndex';
    return ok(byRecordOffset(rows(request), wholeNumber(query, name, 0, quirks()), pageSize));
  };

const country = ({ params }: Request) =>
  COUNTRIES.find(({ id }) => String(id) === params['countryId']) ?? refuse(404, 'The country was not found.');

const states = (request: Request) =>
  STATES.filter(({ countryId }) => countryId === country(request).id).map(renderState);

const renderedLeadSources = (seed: number) =>
  leadSources(seed).map((source) => ({
    ...stub(source.id, `/company-settings/leads/lead-sources/${source.id}`),
    name: source.name,
    children:
      source.children.length === 0
        ? null
        : source.children.map((child) => ({
            ...child,
            parentId: source.id,
            _link: link(`/company-settings/leads/lead-sources/${source.id}/children/${child.id}`),
          })),
  }));

const leadSourceIn = ({ subject, params }: Request, parameter: string) =>
  renderedLeadSources(subject.data.seed).find(({ id }) => id === params[parameter]) ??
  refuse(404, 'The lead source was not found.');

const leadSourceChild = (request: Request): Answer =>
  ok(
    leadSourceIn(request, 'parentId').children?.find(({ id }) => id === request.params['leadSourceId']) ??
      refuse(404, 'The lead source was not found.'),
  );

/** Definitions of custom fields (vendors/acculynx.md 4.12): jobs have some, contacts none. */
const customFieldDefinitions = ({ call, subject }: Request) =>
  call.query.get('filter') === 'contacts'
    ? []
    : jobCustomFields(subject.data.seed).map(({ id, label, fieldType }) => ({
        ...stub(id, `/company-settings/custom-fields/${id}`),
        label,
        entityType: 'job',
        fieldType,
        isActive: true,
        options: [],
      }));

const SIZE_50 = { fallback: 25, cap: 50 };

function productWideRoutes(): Route<AccuLynxCompany>[] {
  const base = '/api/v2/acculynx/countries';
  return [
    { method: 'get', path: base, handle: () => ok({ items: COUNTRIES.map(renderCountry) }) },
    { method: 'get', path: `${base}/:countryId`, handle: (request) => ok(renderCountry(country(request))) },
    { method: 'get', path: `${base}/:countryId/states`, handle: (request) => ok({ items: states(request) }) },
    {
      method: 'get',
      path: `${base}/:countryId/states/:stateId`,
      handle: (request) =>
        ok(
          states(request).find(({ id }) => String(id) === request.params['stateId']) ??
            refuse(404, 'The state was not found.'),
        ),
    },
  ];
}

/** Company settings and lists (vendors/acculynx.md 5): only what is active is listed. */
export function settingsRoutes(quirks: () => Quirks): Route<AccuLynxCompany>[] {
  const list = (
    path: string,
    sizes: { fallback: number; cap: number },
    rows: (request: Request) => readonly unknown[],
  ) => ({ method: 'get', path: `${SETTINGS}/${path}`, handle: paged(quirks, sizes, rows) }) as const;
  const statusesOf = (milestone: string) =>
    quirks().customWorkflows ? (MILESTONE_STATUSES[milestone] ?? []) : [];
  const milestones = ({ call }: Request) => {
    const withStatuses = (call.query.get('includes') ?? '').includes('status');
    return MILESTONES.map((milestone) =>
      withStatuses ? { ...milestone, statuses: statusesOf(milestone.name) } : milestone,
    );
  };
  const bare = (rows: readonly unknown[]) => ok(quirks().milestoneLists === 'bare' ? rows : { items: rows });
  return [
    { method: 'get', path: SETTINGS, handle: (request) => company(quirks())(request) },
    list('location-settings/countries', SIZE_50, () => COUNTRIES.map(renderCountry)),
    list('location-settings/countries/:countryId/states', { fallback: 100, cap: 100 }, states),
    {
      method: 'get',
      path: `${SETTINGS}/location-settings/account-types`,
      handle: ({ subject }) =>
        bare(
          accountTypes(subject.data.seed).map(({ id, name }) => ({
            ...stub(id, `/company-settings/location-settings/account-types/${id}`),
            name,
            IsActive: true,
          })),
        ),
    },
    {
      method: 'get',
      path: `${SETTINGS}/job-file-settings/workflow-milestones`,
      handle: (request) => bare(milestones(request)),
    },
    list('job-file-settings/document-folders', SIZE_50, ({ subject }) =>
      documentFolders(subject.data.seed).map(({ id, name }) => ({
        documentFolderId: id,
        name,
        companyID: subject.locationId,
        description: '',
      })),
    ),
    list('job-file-settings/photo-video-tags', { fallback: 50, cap: 50 }, ({ subject }) =>
      photoTags(subject.data.seed).map(({ id, name }) => ({ tagId: id, tagName: name })),
    ),
    list('job-file-settings/insurance-companies', { fallback: 50, cap: 50 }, ({ subject }) =>
      insuranceCompanies(subject.data.seed),
    ),
    list('job-file-settings/job-categories', SIZE_50, () =>
      JOB_CATEGORIES.map(({ id, name }) => ({ id, categoryId: id, name })),
    ),
    list('job-file-settings/trade-types', SIZE_50, ({ subject }) =>
      tradeTypes(subject.data.seed).map(({ id, name }) => ({ [quirks().tradeTypeKey]: id, name })),
    ),
    list('job-file-settings/work-types', { fallback: 100, cap: 100 }, () =>
      WORK_TYPES.map((type) => ({
        ...type,
        _link: link(`/company-settings/job-file-settings/work-types/${type.id}`),
      })),
    ),
    list('leads/lead-sources', SIZE_50, ({ subject }) => renderedLeadSources(subject.data.seed)),
    list('custom-fields', SIZE_50, customFieldDefinitions),
    {
      method: 'get',
      path: `${SETTINGS}/leads/lead-sources/:leadSourceId`,
      handle: (request) => ok(leadSourceIn(request, 'leadSourceId')),
    },
    {
      method: 'get',
      path: `${SETTINGS}/leads/lead-sources/:parentId/children/:leadSourceId`,
      handle: leadSourceChild,
    },
    {
      method: 'get',
      path: '/api/v2/acculynx/units-of-measure',
      handle: () =>
        ok(quirks().milestoneLists === 'bare' ? UNITS_OF_MEASURE : { unitsOfMeasure: UNITS_OF_MEASURE }),
    },
    ...productWideRoutes(),
  ];
}
