import { definePlugin, defineRule, type ESTree } from '@oxlint/plugins';
import { noParsedMessage } from './no-parsed-message.ts';

/** Ant Design's icons have names of their own: a button would be named 'plus Create New Migration'. */
export const namedIcon = defineRule({
  create: (context) => ({
    JSXOpeningElement(node) {
      if (!/(Outlined|Filled|TwoTone)$/.test(tagOf(node)) || node.attributes.some(isForScreenReaders)) return;
      context.report({
        node,
        message: 'Hide an icon beside a text from screen readers (aria-hidden), or name it (aria-label).',
      });
    },
  }),
});

const controls: ReadonlySet<string> = new Set(['button', 'input', 'select', 'textarea']);

export const ownControl = defineRule({
  create: (context) => ({
    JSXOpeningElement(node) {
      if (controls.has(tagOf(node)))
        context.report({ node, message: 'Take controls from web/src/ui (ADR 73).' });
    },
  }),
});

const tagOf = ({ name }: ESTree.JSXOpeningElement): string =>
  name.type === 'JSXIdentifier' ? name.name : '';

const isForScreenReaders = (attribute: ESTree.JSXAttributeItem): boolean =>
  attribute.type === 'JSXAttribute' &&
  attribute.name.type === 'JSXIdentifier' &&
  /^aria-(hidden|label)$/.test(attribute.name.name);

/** The rules of this repository. */
export default definePlugin({
  meta: { name: 'ridgeline' },
  rules: { 'no-parsed-message': noParsedMessage, 'named-icon': namedIcon, 'own-control': ownControl },
});
