import { ok, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { UNITS_OF_MEASURE, accountTypes, documentFolders, photoTags } from '../../seed/settings-lists.ts';
import { timeZoneInfo } from '../../seed/time-zones.ts';
import { link, stub } from '../answers/links.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import type { Quirks } from '../requests/paging.ts';
import { countryRoutes } from './country-routes.ts';
import { definitionRoutes } from './definition-routes.ts';
import { leadSourceRoutes } from './lead-source-routes.ts';
import { SETTINGS, SIZE_50, rowIn, settingsList, type SettingsRequest } from './settings-list.ts';

const company =
  (now: number, quirks: Quirks) =>
  ({ subject }: SettingsRequest): Answer => {
    const { companyIdKey } = quirks;
    return ok({
      ...(companyIdKey === 'companyId' ? {} : { id: subject.locationId }),
      ...(companyIdKey === 'id' ? {} : { companyId: subject.locationId }),
      name: subject.name,
      hasInsurance: subject.data.settings.insuranceCompanies().length > 0,
      timeZoneInfo: timeZoneInfo(subject.data.seed, now),
    });
  };

const renderedAccountTypes = ({ subject }: SettingsRequest) =>
  accountTypes(subject.data.seed).map(({ id, name }) => ({
    ...stub(id, `/company-settings/location-settings/account-types/${id}`),
    name,
    IsActive: true,
  }));

/** The lists that a job file chooses from. */
function jobFileLists(quirks: () => Quirks): Route<AccuLynxCompany>[] {
  const list = settingsList(quirks);
  return [
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
      subject.data.settings.insuranceCompanies(),
    ),
    list('job-file-settings/job-categories', SIZE_50, ({ subject }) =>
      subject.data.settings.jobCategories().map(({ id, name }) => ({ id, categoryId: id, name })),
    ),
    list('job-file-settings/trade-types', SIZE_50, ({ subject }) =>
      subject.data.settings.tradeTypes().map(({ id, name }) => ({ [quirks().tradeTypeKey]: id, name })),
    ),
    list('job-file-settings/work-types', { fallback: 100, cap: 100 }, ({ subject }) =>
      subject.data.settings.workTypes().map((type) => ({
        ...type,
        _link: link(`/company-settings/job-file-settings/work-types/${type.id}`),
      })),
    ),
  ];
}

/** Company settings and lists (docs/vendors/acculynx.md, 5): only what is active is listed. */
export function settingsRoutes(now: () => number, quirks: () => Quirks): Route<AccuLynxCompany>[] {
  const accountTypesPath = `${SETTINGS}/location-settings/account-types`;
  return [
    { method: 'get', path: SETTINGS, handle: (request) => company(now(), quirks())(request) },
    {
      method: 'get',
      path: accountTypesPath,
      handle: (request) => {
        const rows = renderedAccountTypes(request);
        return ok(quirks().milestoneLists === 'bare' ? rows : { items: rows });
      },
    },
    {
      method: 'get',
      path: `${accountTypesPath}/:accountTypeId`,
      handle: (request) => ok(rowIn(request, 'accountTypeId', renderedAccountTypes(request), 'account type')),
    },
    {
      method: 'get',
      path: '/api/v2/acculynx/units-of-measure',
      handle: () =>
        ok(quirks().milestoneLists === 'bare' ? UNITS_OF_MEASURE : { unitsOfMeasure: UNITS_OF_MEASURE }),
    },
    ...jobFileLists(quirks),
    ...countryRoutes(quirks),
    ...leadSourceRoutes(quirks),
    ...definitionRoutes(quirks),
  ];
}
