import type { Dashboard } from './dashboard.ts';
import { countedWithin, lines, measured, one, orZero, quantile, stack } from './panel.ts';

/** Do events get from the outboxes through Kafka to their consumers? */
export const events: Dashboard = {
  name: 'events',
  title: 'Kafka and outbox',
  sections: [
    {
      title: 'Before Kafka',
      panels: [
        lines({
          title: 'Oldest event in the outbox',
          help: 'Is what was committed told?',
          unit: 's',
          queries: one('max by (service) (ridgeline_outbox_oldest_seconds{@})', '{{service}}'),
          badFrom: 30,
          alerts: ['RidgelineOutboxOld'],
        }),
        lines({
          title: 'Events in the outbox',
          help: 'How many events wait to be published?',
          unit: 'none',
          queries: one('max by (service) (ridgeline_outbox_events{@})', '{{service}}'),
          alerts: ['RidgelineOutboxOld'],
        }),
        stack({
          title: 'Published events',
          help: 'What does Kafka take?',
          unit: 'ops',
          queries: one(
            'sum by (topic) (rate(ridgeline_events_published_total{@}[$__rate_interval]))',
            '{{topic}}',
          ),
        }),
        lines({
          title: 'Kafka errors within 10 minutes',
          help: 'Who loses Kafka, or cannot publish?',
          unit: 'none',
          queries: [
            {
              query: orZero(
                `sum by (service) (${countedWithin('10m', 'ridgeline_consumer_interruptions_total{@}')})`,
                'service',
              ),
              called: '{{service}} interrupted',
            },
            {
              query: 'sum by (service) (increase(ridgeline_events_publish_failures_total{@}[10m]))',
              called: '{{service}} not published',
            },
          ],
          alerts: ['RidgelineKafkaUnreachable'],
        }),
        lines({
          title: 'Permanently rejected by Kafka',
          help: 'Events that are kept in outbox_dead since their process started.',
          unit: 'none',
          queries: one(
            orZero('sum by (service, topic) (ridgeline_outbox_dead_total{@})', 'topic'),
            '{{service}} {{topic}}',
          ),
          badFrom: 1,
          alerts: ['RidgelineOutboxDead'],
        }),
      ],
    },
    {
      title: 'Behind Kafka',
      panels: [
        stack({
          title: 'Handled events',
          help: 'Who handles what?',
          unit: 'ops',
          queries: one(
            'sum by (group, topic) (rate(ridgeline_events_handled_total{@, outcome="done"}[$__rate_interval]))',
            '{{group}}',
          ),
        }),
        lines({
          title: 'Oldest event in progress',
          help: 'Is a consumer stuck? Repetitions are included. A start command (migration-worker) waits here for a free slot.',
          unit: 's',
          queries: one(
            'max by (service, group, topic) (ridgeline_consumer_current_event_seconds{@})',
            '{{group}}',
          ),
          badFrom: 45,
          alerts: ['RidgelineConsumerStuck'],
        }),
        lines({
          title: 'Events behind',
          help: 'Does a consumer keep up?',
          unit: 'none',
          queries: one(
            'sum by (group, topic) (max by (group, topic, partition) (ridgeline_consumer_lag_events{@}))',
            '{{group}}',
          ),
          badFrom: 1000,
          alerts: ['RidgelineConsumerBehind'],
        }),
        lines({
          title: 'Time of handlers (p95)',
          help: 'Which events take long?',
          unit: 's',
          queries: one(
            measured(quantile(0.95, 'ridgeline_event_handling_seconds', ['group', 'topic'])),
            '{{group}}',
          ),
          alerts: ['RidgelineConsumerBehind'],
        }),
        lines({
          title: 'Tried again',
          help: 'Which events wait for an unavailable dependency?',
          unit: 'ops',
          queries: one(
            orZero(
              'sum by (group, topic) (rate(ridgeline_events_handled_total{@, outcome="retry"}[$__rate_interval]))',
              'group',
            ),
            '{{group}}',
          ),
          alerts: ['RidgelineConsumerStuck'],
        }),
        lines({
          title: 'Dead letters',
          help: 'Events that a consumer could not handle, since its process started.',
          unit: 'none',
          queries: one(
            orZero('sum by (group, topic) (ridgeline_events_handled_total{@, outcome="dead"})', 'group'),
            '{{group}}',
          ),
          badFrom: 1,
          alerts: ['RidgelineDeadLetters'],
        }),
        lines({
          title: 'Refused events',
          help: 'Events that cannot be true, since the process started that refused them.',
          unit: 'none',
          queries: one(
            orZero('sum by (topic, reason) (ridgeline_events_refused_total{@})', 'topic'),
            '{{topic}} {{reason}}',
          ),
          badFrom: 1,
          alerts: ['RidgelineEventsRefused'],
        }),
      ],
    },
  ],
};
