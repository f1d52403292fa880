import type { Connection, JobDetail } from '@ridgeline/contracts';
import { useMemo } from 'react';
import { Facts, Panel } from '../../ui/page/Panel.tsx';
import { Ago } from '../../ui/text/Ago.tsx';
import { formatRecords } from '../../ui/text/format.ts';
import { useCreators } from '../connections/list/use-creators.ts';
import { autoSyncText, dealText } from '../connections/words.ts';
import { personLabel } from '../session/person.ts';

const detailNames: Readonly<Record<JobDetail, string>> = {
  representative: 'representative',
  financials: 'financials',
  insurance: 'insurance',
  milestone: 'milestone',
};

const milestoneNoun = { one: 'milestone moves deals', many: 'milestones move deals' } as const;

/** The connection's settings and its history. */
export function SettingsPanel({ connection }: { readonly connection: Connection }) {
  const creators = useCreators(useMemo(() => [connection], [connection]));
  const creator = creators[connection.userId];
  const milestones = Object.keys(connection.dealStageByMilestone).length;
  const { jobDetails } = connection;
  return (
    <Panel title="Settings">
      <Facts
        columns={2}
        facts={[
          { label: 'Auto-sync of new records', value: autoSyncText(connection) },
          { label: 'New deals go to', value: dealText(connection) },
          {
            label: 'Stages by milestone',
            value: milestones === 0 ? 'No milestone moves a deal' : formatRecords(milestones, milestoneNoun),
          },
          {
            label: 'Details read of each job',
            value: jobDetails.length === 0 ? 'None' : jobDetails.map((one) => detailNames[one]).join(', '),
          },
          { label: 'Dead leads', value: connection.includeDeadJobs ? 'Copied' : 'Stay in AccuLynx' },
          {
            label: 'Contacts without an email address',
            value: connection.includeNoEmailContacts ? 'Copied by auto-sync' : 'Skipped by auto-sync',
          },
          {
            label: 'AccuLynx events go to',
            value: connection.customEventProcessorUrl ?? 'Ridgeline (the default)',
          },
          { label: 'Last updated', value: <Ago time={connection.updatedAt} /> },
          {
            label: 'Created',
            value: (
              <>
                <Ago time={connection.createdAt} />
                {creator ? ` by ${personLabel(creator)}` : null}
              </>
            ),
          },
        ]}
      />
    </Panel>
  );
}
