import { defineRule, type Definition, type ESTree, type Scope } from '@oxlint/plugins';

/**
 * Fields that hold text for people: the message of a log line, a warning or an outcome, its words alone, and what a vendor
 * said.
 */
const sentences: ReadonlySet<string> = new Set(['message', 'words', 'detail']);

/** Methods that take a text apart, or search in it. */
const readers: ReadonlySet<string> = new Set([
  ...['match', 'matchAll', 'search', 'split', 'slice', 'substring', 'substr', 'at', 'charAt', 'codePointAt'],
  ...['indexOf', 'lastIndexOf', 'startsWith', 'endsWith', 'includes', 'replace', 'replaceAll'],
]);
/** Methods that match a pattern against a text. */
const patternReaders: ReadonlySet<string> = new Set(['exec', 'test']);

type Node = ESTree.Node;

/**
 * Forbids parsing text for people (ADR 70): a name, a code or a field that a program needs is stored as such. The rule
 * follows such a text through variables, parameters and methods. It allows the messages of caught and of unknown errors,
 * which are not ours, and cutting a text to a fixed length.
 */
export const noParsedMessage = defineRule({
  meta: {
    type: 'problem',
    messages: {
      parsed:
        'A sentence for people is not taken apart: what a program needs of it is a field of its own (ADR 70).',
    },
  },
  create(context) {
    const { sourceCode } = context;

    const isSentence = (node: Node): boolean => {
      if (node.type === 'Identifier') return isVariable(node);
      if (node.type === 'LogicalExpression') return isSentence(node.left) || isSentence(node.right);
      if (node.type === 'MemberExpression')
        return !node.computed && isNamed(node.property) && !isError(node.object);
      if (node.type === 'CallExpression')
        return node.callee.type === 'MemberExpression' && isSentence(node.callee.object);
      // `?.`, `!` and `as` wrap an expression.
      return 'expression' in node && typeof node.expression === 'object' && isSentence(node.expression);
    };

    const isVariable = (node: Extract<Node, { type: 'Identifier' }>): boolean => {
      const [definition] = definitionsOf(sourceCode.getScope(node), node.name);
      if (!definition) return sentences.has(node.name);
      const { name, node: declared } = definition;
      const taken = takenFrom(name);
      if (taken) return isNamed(taken);
      const isMade = declared.type === 'VariableDeclarator' && declared.init;
      return isMade ? isSentence(isMade) : sentences.has(node.name);
    };

    const isError = (node: Node): boolean => {
      if (node.type !== 'Identifier') return false;
      const [definition] = definitionsOf(sourceCode.getScope(node), node.name);
      return definition?.type === 'CatchClause' || (definition !== undefined && isUnknown(definition.name));
    };

    return {
      CallExpression(node) {
        const text = textTakenApart(node);
        if (text && isSentence(text)) context.report({ node, messageId: 'parsed' });
      },
    };
  },
});

const isNamed = (node: Node): boolean => node.type === 'Identifier' && sentences.has(node.name);

const isUnknown = (variable: Node): boolean =>
  variable.type === 'Identifier' && variable.typeAnnotation?.typeAnnotation.type === 'TSUnknownKeyword';

/** The text that a call parses; null for any other call. */
function textTakenApart({ callee, arguments: given }: ESTree.CallExpression): Node | null {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return null;
  const { name } = callee.property;
  const [first, second] = given;
  if (patternReaders.has(name)) return first ?? null;
  // It only shows the beginning, regardless of the text.
  const isCutToLength =
    name === 'slice' && first?.type === 'Literal' && first.value === 0 && second?.type === 'Literal';
  return readers.has(name) && !isCutToLength ? callee.object : null;
}

/** The name that a variable had in the object out of which a pattern takes it; null for other variables. */
function takenFrom(name: Node): Node | null {
  const place = name.parent?.type === 'AssignmentPattern' ? name.parent.parent : name.parent;
  return place?.type === 'Property' && place.parent.type === 'ObjectPattern' ? place.key : null;
}

/** The definitions of the variable with this name that is visible from a scope. */
function definitionsOf(from: Scope, name: string): readonly Definition[] {
  for (let scope: Scope | null = from; scope; scope = scope.upper) {
    const variable = scope.set.get(name);
    if (variable) return variable.defs;
  }
  return [];
}
