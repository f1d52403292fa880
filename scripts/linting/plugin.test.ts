import { describe, test } from '@jest/globals';
import { RuleTester } from 'oxlint/plugins-dev';
import { namedIcon, ownControl } from './plugin.ts';

RuleTester.describe = describe;
RuleTester.it = test;
const rules = new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } });

rules.run('An icon of Ant Design has a name or is hidden', namedIcon, {
  valid: [
    '<PlusOutlined aria-hidden />',
    '<PlusOutlined aria-label="Add" />',
    '<Outline />',
    '<a.PlusOutlined />',
  ],
  invalid: ['<PlusOutlined />', '<Add icon={<StarFilled style={big} {...more} />} />'].map((code) => ({
    code,
    errors: 1,
  })),
});

rules.run('A page takes its controls from web/src/ui', ownControl, {
  valid: ['<Button />', '<form />'],
  invalid: ['<button type="button" />', '<p><select /></p>'].map((code) => ({ code, errors: 1 })),
});
