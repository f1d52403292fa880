import { describe, expect, test } from '@jest/globals';
import { render, renderText } from './render.ts';

/** Helm's message when it rejects values; empty when it accepts them. */
async function refusalOf(...values: readonly string[]): Promise<string> {
  const words = values.flatMap((value) => ['--set-json', value]);
  return renderText('minimal', ...words).then(
    () => '',
    (error: unknown) => (error as { stderr: string }).stderr,
  );
}

describe('A wrong value is refused by the name of its field', () => {
  test.each([
    ['publicUrl="ridgeline.example.com"', '/publicUrl'],
    ['publicUrl="https://ridgeline.example.com/app"', '/publicUrl'],
    ['adminCompanyIds=["one"]', '/adminCompanyIds'],
    ['adminCompanyIds=["one","one"]', '/adminCompanyIds'],
    ['supportContact=""', '/supportContact'],
    ['webhooks.contact=""', '/webhooks/contact'],
    ['webhooks.url="http://ridgeline.example.com"', '/webhooks/url'],
    ['publicUrl="http://127.0.0.1:8080"', '/webhooks/url'],
    ['secrets.existingSecret=""', '/secrets/existingSecret'],
    ['image.tag="latest"', '/image/tag'],
    ['kafka.brokers=[]', '/kafka/brokers'],
    ['kafka.brokers=["kafka"]', '/kafka/brokers/0'],
    ['kafka.sasl.mechanism="gssapi"', '/kafka/sasl/mechanism'],
    ['kafka.sasl.mechanism="plain"', '/kafka/tls/enabled'],
    ['kafka.tls={"enabled":true,"clientCertificate":true}', '/kafka/tls/existingSecret'],
    ['kafka.userPerService=true', '/kafka/sasl/mechanism'],
    ['replay.topic="everything"', '/replay/topic'],
    ['gateway.trustProxy=0', '/gateway/trustProxy'],
    ['components.worker.replicas=0', '/components/worker/replicas'],
    ['components.worker.resources.limits.memory="much"', '/components/worker/resources/limits/memory'],
    ['components.auth.env={"PASSWORD_KEY":"{}"}', '/components/auth/env/PASSWORD_KEY'],
    ['components.auth.env={"DATABASE_URL":"postgres://"}', '/components/auth/env/DATABASE_URL'],
    ['components.auth.autoscaling.cpuPercent=500', '/components/auth/autoscaling/cpuPercent'],
    ['shutdown.drainSeconds=0', '/shutdown/drainSeconds'],
    ['ingress.enabled=true', '/ingress/host'],
    ['gatewayApi.enabled=true', '/gatewayApi/parentRefs'],
    ['networkPolicy.metricsFrom=[{}]', '/networkPolicy/metricsFrom/0'],
    ['logLevel="loud"', '/logLevel'],
    ['monitoring.runbooks="wiki"', '/monitoring/runbooks'],
    ['monitoring.serviceMonitor.interval="60s"', '/monitoring/serviceMonitor/interval'],
    ['monitoring.serviceMonitor.interval="1m"', '/monitoring/serviceMonitor/interval'],
    ['monitoring.serviceMonitor.enabled=true', '/networkPolicy/metricsFrom'],
    ['tracing.endpoint="collector:4318"', '/tracing/endpoint'],
    ['trial.postgres.image="postgres"', '/trial/postgres/image'],
  ])('%s', async (value, field) => {
    expect(await refusalOf(value)).toContain(`'${field}'`);
  });

  test.each([
    ['replicas=2', "'replicas'"],
    ['components.worker.replica=2', "'replica'"],
    ['components.mailer={}', "'mailer'"],
    ['kafka.broker=["a:1"]', "'broker'"],
  ])('%s is not known at all', async (value, name) => {
    expect(await refusalOf(value)).toContain(`additional properties ${name} not allowed`);
  });
});

test('The metrics may be read without a name for the reader where no NetworkPolicy keeps anybody out', async () => {
  expect(await refusalOf('monitoring.serviceMonitor.enabled=true', 'networkPolicy.enabled=false')).toBe('');
});

test.each(['5s', '20s'])('An interval of %s suits the windows of the alerts', async (interval) => {
  expect(await refusalOf(`monitoring.serviceMonitor.interval="${interval}"`)).toBe('');
});

test('The values that have to be given are named together when none is', async () => {
  const said = await refusalOf(
    ...['publicUrl=""', 'supportContact=""', 'mailFrom=""', 'webhooks.contact=""', 'adminCompanyIds=[]'],
  );
  for (const field of ['publicUrl', 'supportContact', 'mailFrom', 'webhooks/contact', 'adminCompanyIds'])
    expect(said).toContain(`'/${field}'`);
});

test('When autoscaling is off, then the Deployment says how many; when it is on, then only the autoscaler does', async () => {
  const deployment = async (value: string) =>
    (await render('minimal', '--set-json', value)).find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'ridgeline-auth',
    );
  const off = await deployment('components.auth={"replicas":3,"autoscaling":{"enabled":false}}');
  expect(off?.spec?.replicas).toBe(3);
  const on = await deployment('components.auth.replicas=3');
  expect(on?.spec?.replicas).toBeUndefined();
});

test('AccuLynx sends events to the public address, unless another one is said', async () => {
  const told = async (...words: readonly string[]) =>
    (await render('minimal', ...words))
      .flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
      .flatMap(({ env = [] }) => env)
      .filter(({ name }) => name === 'WEBHOOK_BASE_URL')
      .map(({ value }) => value);
  expect(await told()).toEqual(['https://ridgeline.example.com']);
  expect(await told('--set', 'webhooks.url=https://hooks.example.com')).toEqual([
    'https://hooks.example.com',
  ]);
});
