import { ok } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { link, stub } from '../answers/links.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import type { Quirks } from '../requests/paging.ts';
import { SETTINGS, SIZE_50, rowIn, settingsList, type SettingsRequest } from './settings-list.ts';

const rendered = ({ subject }: SettingsRequest) =>
  subject.data.settings.leadSources().map((source) => ({
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

const sourceIn = (request: SettingsRequest, parameter: string) =>
  rowIn(request, parameter, rendered(request), 'lead source');

const childIn = (request: SettingsRequest) =>
  rowIn(request, 'leadSourceId', sourceIn(request, 'parentId').children ?? [], 'lead source');

/** Lead sources with their children; only active ones are listed. */
export function leadSourceRoutes(quirks: () => Quirks): Route<AccuLynxCompany>[] {
  const base = `${SETTINGS}/leads/lead-sources`;
  return [
    settingsList(quirks)('leads/lead-sources', SIZE_50, rendered),
    {
      method: 'get',
      path: `${base}/:leadSourceId`,
      handle: (request) => ok(sourceIn(request, 'leadSourceId')),
    },
    {
      method: 'get',
      path: `${base}/:parentId/children/:leadSourceId`,
      handle: (request) => ok(childIn(request)),
    },
  ];
}
