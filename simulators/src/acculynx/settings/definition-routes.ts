import { ok } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { jobCustomFields } from '../../seed/custom-fields.ts';
import { MILESTONES, MILESTONE_STATUSES } from '../../seed/settings-lists.ts';
import { refuse } from '../answers/errors.ts';
import { stub } from '../answers/links.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import type { Quirks } from '../requests/paging.ts';
import { SETTINGS, SIZE_50, rowIn, settingsList, type SettingsRequest } from './settings-list.ts';

const jobFields = ({ subject }: SettingsRequest) =>
  jobCustomFields(subject.data.seed).map(({ id, label, fieldType }) => ({
    ...stub(id, `/company-settings/custom-fields/${id}`),
    label,
    entityType: 'job',
    fieldType,
    isActive: true,
    options: [],
  }));

/** Milestones with the statuses of custom workflows, and custom fields (docs/vendors/acculynx.md, 4.12, 5): contacts have none. */
export function definitionRoutes(quirks: () => Quirks): Route<AccuLynxCompany>[] {
  const bare = (rows: readonly unknown[]) => ok(quirks().milestoneLists === 'bare' ? rows : { items: rows });
  const statusesOf = (milestone: string) =>
    quirks().customWorkflows ? (MILESTONE_STATUSES[milestone] ?? []) : [];
  const milestones = ({ call }: SettingsRequest) => {
    const withStatuses = (call.query.get('includes') ?? '').includes('status');
    return MILESTONES.map((milestone) =>
      withStatuses ? { ...milestone, statuses: statusesOf(milestone.name) } : milestone,
    );
  };
  const statuses = ({ params }: SettingsRequest) => {
    const wanted = (params['milestone'] ?? '').toLowerCase();
    const found = MILESTONES.find(({ name }) => name.toLowerCase() === wanted);
    return statusesOf(found?.name ?? refuse(404, 'The milestone was not found.'));
  };
  const path = `${SETTINGS}/job-file-settings/workflow-milestones`;
  return [
    { method: 'get', path, handle: (request) => bare(milestones(request)) },
    { method: 'get', path: `${path}/:milestone/statuses`, handle: (request) => bare(statuses(request)) },
    settingsList(quirks)('custom-fields', SIZE_50, (request) =>
      request.call.query.get('filter') === 'contacts' ? [] : jobFields(request),
    ),
    {
      method: 'get',
      path: `${SETTINGS}/custom-fields/:fieldId`,
      handle: (request) => ok(rowIn(request, 'fieldId', jobFields(request), 'custom field')),
    },
  ];
}
