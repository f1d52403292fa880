import type { Rule, Scope, SourceCode } from 'eslint';

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

type Node = Parameters<SourceCode['getScope']>[0];
type Call = Extract<Node, { type: 'CallExpression' }>;

/** The type information that typescript-eslint's parser provides if it has a project. */
interface TypeServices {
  readonly program?: unknown;
  getTypeAtLocation(node: Node): { getProperty(name: string): unknown };
}

/**
 * Forbids parsing text for people (ADR 70): a name, a code or a field that a program needs is stored as such. The rule
 * follows such a text through variables, parameters and methods. It allows the messages of `Error`s, which are not ours,
 * and cutting a text to a fixed length.
 */
export const noParsedMessage: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      parsed:
        'A sentence for people is not taken apart: what a program needs of it is a field of its own (ADR 70).',
    },
  },
  create(context) {
    const { sourceCode } = context;
    const services = sourceCode.parserServices as TypeServices;
    const has = (node: Node, property: string): boolean | null =>
      services.program ? services.getTypeAtLocation(node).getProperty(property) !== undefined : null;
    const isOfError = (node: Node): boolean => has(node, 'stack') === true;

    const isSentence = (node: Node): boolean => {
      if (node.type === 'Identifier') return isVariable(node);
      if (node.type === 'LogicalExpression') return isSentence(node.left) || isSentence(node.right);
      if (node.type === 'MemberExpression')
        return !node.computed && isNamed(node.property) && !isOfError(node.object);
      if (node.type === 'CallExpression')
        return node.callee.type === 'MemberExpression' && isSentenceText(node.callee.object);
      // `?.`, `!` and `as` wrap an expression.
      return 'expression' in node && typeof node.expression === 'object' && isSentence(node.expression);
    };

    const isSentenceText = (node: Node): boolean => has(node, 'charCodeAt') !== false && isSentence(node);

    const isVariable = (node: Extract<Node, { type: 'Identifier' }>): boolean => {
      const [definition] = definitionsOf(sourceCode.getScope(node), node.name);
      if (!definition) return sentences.has(node.name);
      const { name, node: declared } = definition;
      const taken = takenFrom(name);
      if (taken) return isNamed(taken.key) && !isOfError(taken.pattern);
      const isMade = declared.type === 'VariableDeclarator' && declared.init;
      return isMade ? isSentence(isMade) : sentences.has(node.name);
    };

    return {
      CallExpression(node) {
        const text = textTakenApart(node);
        if (text && isSentenceText(text)) context.report({ node, messageId: 'parsed' });
      },
    };
  },
};

const isNamed = (node: Node): boolean => node.type === 'Identifier' && sentences.has(node.name);

/** The text that a call parses; null for any other call. */
function textTakenApart({ callee, arguments: given }: Call): Node | null {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return null;
  const { name } = callee.property;
  const [first, second] = given;
  if (patternReaders.has(name)) return first ?? null;
  // It only shows the beginning, regardless of the text.
  const isCutToLength =
    name === 'slice' && first?.type === 'Literal' && first.value === 0 && second?.type === 'Literal';
  return readers.has(name) && !isCutToLength ? callee.object : null;
}

/** The pattern that takes a variable out of an object, and its name there; null for other variables. */
function takenFrom(name: Node): { readonly key: Node; readonly pattern: Node } | null {
  const { parent } = name as Rule.Node;
  const place = parent?.type === 'AssignmentPattern' ? parent.parent : parent;
  if (place?.type !== 'Property') return null;
  const pattern = place.parent;
  return pattern.type === 'ObjectPattern' ? { key: place.key, pattern } : null;
}

/** The definitions of the variable with this name that is visible from a scope. */
function definitionsOf(from: Scope.Scope, name: string): readonly Scope.Definition[] {
  for (let scope: Scope.Scope | null = from; scope; scope = scope.upper) {
    const variable = scope.set.get(name);
    if (variable) return variable.defs;
  }
  return [];
}
