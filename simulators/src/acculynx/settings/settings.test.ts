import { describe, expect, test } from '@jest/globals';
import { startBench, type Bench } from '../../testing/bench.ts';

const settings = (bench: Bench, path: string) => bench.acculynx(`/company-settings/${path}`);

describe('Definitions among the settings', () => {
  test('What a custom field links to is read there; another id is a 404', async () => {
    await using bench = await startBench();
    const { items } = (await settings(bench, 'custom-fields?filter=jobs')).body as {
      items: { id: string }[];
    };
    expect(items[0]).toMatchObject({
      label: 'Gate code',
      entityType: 'job',
      fieldType: 'Text',
      isActive: true,
    });
    expect((await settings(bench, `custom-fields/${items[0]?.id ?? ''}`)).body).toEqual(items[0]);
    expect((await settings(bench, 'custom-fields/none')).status).toBe(404);
  });

  test('Milestones have statuses with custom workflows only', async () => {
    await using bench = await startBench();
    const path = 'job-file-settings/workflow-milestones';
    const statuses = async () => (await settings(bench, `${path}/Approved/statuses`)).body;
    expect(await statuses()).toEqual([]);
    await bench.control('PUT', '/settings', { acculynx: { quirks: { customWorkflows: true } } });
    expect(await statuses()).toMatchObject([{ name: 'Material ordered' }, { name: 'Scheduled; crew A' }]);
    expect((await settings(bench, `${path}?includes=status`)).body).toContainEqual(
      expect.objectContaining({ name: 'Approved', statuses: await statuses() }),
    );
    expect((await settings(bench, `${path}/Nowhere/statuses`)).status).toBe(404);
  });

  test('An account type is read by its id', async () => {
    await using bench = await startBench();
    const path = 'location-settings/account-types';
    const [first] = (await settings(bench, path)).body as { id: string }[];
    expect((await settings(bench, `${path}/${first?.id ?? ''}`)).body).toEqual(first);
    expect((await settings(bench, `${path}/none`)).status).toBe(404);
  });
});

describe('Lists of the settings', () => {
  const names = async (bench: Bench, path: string): Promise<string[]> =>
    ((await settings(bench, path)).body as { items: { name: string }[] }).items.map(({ name }) => name);
  const change = (bench: Bench, list: string, body: object) =>
    bench.control('PUT', `/acculynx/ridge/settings/${list}`, body);

  test.each([
    ['work-types', '/company-settings/job-file-settings/work-types'],
    ['trade-types', '/company-settings/job-file-settings/trade-types'],
    ['job-categories', '/company-settings/job-file-settings/job-categories'],
    ['insurance-companies', '/company-settings/job-file-settings/insurance-companies'],
    ['lead-sources', '/company-settings/leads/lead-sources'],
  ])('%s can be longer than a page', async (list, path) => {
    await using bench = await startBench();
    expect((await change(bench, list, { count: 120 })).status).toBe(204);
    const pages = [];
    for (const start of [0, 50, 100])
      pages.push((await bench.acculynx(`${path}?pageSize=50&recordStartIndex=${start}`)).body);
    expect(pages).toMatchObject([{ count: 120, pageStartIndex: 0 }, { pageStartIndex: 50 }, {}]);
    const rows = (pages as { items: { id: unknown; name: string }[] }[]).flatMap(({ items }) => items);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(120);
  });

  test('Contact types are paged by page number, or by record as contacts are', async () => {
    await using bench = await startBench();
    await change(bench, 'contact-types', { count: 60 });
    const page = async () =>
      (await bench.acculynx('/contacts/contact-types?pageSize=50&pageStartIndex=1')).body;
    expect(((await page()) as { items: [] }).items).toHaveLength(10);
    bench.simulators.simulation.change({ acculynx: { quirks: { contactsStartIndex: 'record' } } });
    expect(((await page()) as { items: [] }).items).toHaveLength(50);
  });

  test('The adjusted offset is the one in force: of winter in November, of summer in July', async () => {
    await using bench = await startBench({ company: { seed: 1 } });
    const zone = async () => (await bench.acculynx('/company-settings')).body;
    const eastern = { name: 'Eastern Standard Time', baseUtcOffset: '-05:00:00' };
    expect(await zone()).toMatchObject({ timeZoneInfo: { ...eastern, adjustedUtcOffset: '-05:00:00' } });
    bench.clock.advance(240 * 86_400_000);
    expect(await zone()).toMatchObject({ timeZoneInfo: { ...eastern, adjustedUtcOffset: '-04:00:00' } });
  });

  test('A company without insurance companies has no insurance', async () => {
    await using bench = await startBench();
    const hasInsurance = async () => (await bench.acculynx('/company-settings')).body;
    expect(await hasInsurance()).toMatchObject({ hasInsurance: true });
    await change(bench, 'insurance-companies', { count: 0 });
    expect(await hasInsurance()).toMatchObject({ hasInsurance: false });
    expect(await names(bench, 'job-file-settings/insurance-companies')).toEqual([]);
  });

  test('What is switched off is not listed; an insurance company is, as inactive', async () => {
    await using bench = await startBench();
    await change(bench, 'trade-types', { archived: ['Siding'] });
    await change(bench, 'insurance-companies', { archived: ['Prairie Mutual'] });
    expect(await names(bench, 'job-file-settings/trade-types')).not.toContain('Siding');
    expect((await settings(bench, 'job-file-settings/insurance-companies')).body).toMatchObject({
      items: [{ name: 'Prairie Mutual', isActive: false }, { isActive: true }, {}, {}],
    });
  });

  test('A start index can count pages, or nothing', async () => {
    await using bench = await startBench();
    await change(bench, 'trade-types', { count: 60 });
    const first = async (settingsStartIndex: string) => {
      bench.simulators.simulation.change({ acculynx: { quirks: { settingsStartIndex } } });
      return (await names(bench, 'job-file-settings/trade-types?pageSize=20&recordStartIndex=1'))[0];
    };
    expect([await first('record'), await first('page'), await first('ignored')]).toEqual([
      'Siding',
      'Trade 21',
      'Roofing',
    ]);
  });
});
