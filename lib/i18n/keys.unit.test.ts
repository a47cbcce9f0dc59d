import ts from "typescript";
import { beforeAll, expect, test } from "vitest";
import { DEFAULT_LOCALE } from "./locales";
import { readMessages } from "./read-messages";

/** Texts that the code reaches in another way, and where. */
const ELSEWHERE = [
  "externalMcp.groups.", // lib/mcp/describe-catalogue.ts, by what is registered: C3 compares them
  "externalMcp.tools.",
  "globalError.", // app/global-error.tsx, which no provider is around
];
const SOURCES = /^(app|components|lib)\/(?!.*\.test\.)/;
const METHODS = new Set(["rich", "markup", "has"]);

function leaves(tree: object, prefix = ""): string[] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === "object" && value !== null ? leaves(value, `${prefix}${key}.`) : [`${prefix}${key}`],
  );
}

interface Use {
  readonly at: string;
  readonly namespace: string;
  /** Every key it can be, as the compiler knows them; undefined when it knows only that it is a text. */
  readonly keys: readonly string[] | undefined;
}

/** The namespace in `useTranslations("x")` or `await getTranslations("x")`, wherever in `node` it is called. */
function calledNamespace(node: ts.Node): string | undefined {
  if (ts.isCallExpression(node) && /^(use|get)Translations$/.test(node.expression.getText())) {
    const [argument] = node.arguments;
    return argument !== undefined && ts.isStringLiteral(argument) ? argument.text : "";
  }
  return ts.forEachChild(node, calledNamespace);
}

/** The namespace in the type `Translate<"x">`, or in an alias of it. */
function typedNamespace(checker: ts.TypeChecker, node: ts.TypeNode | undefined): string | undefined {
  if (node === undefined || !ts.isTypeReferenceNode(node)) return undefined;
  const [argument] = node.typeArguments ?? [];
  if (node.typeName.getText() === "Translate" && argument !== undefined && ts.isLiteralTypeNode(argument))
    return ts.isStringLiteral(argument.literal) ? argument.literal.text : undefined;
  const alias = checker.getSymbolAtLocation(node.typeName)?.declarations?.find(ts.isTypeAliasDeclaration);
  return typedNamespace(checker, alias?.type);
}

/** The namespace of a translator, undefined for whatever is none. */
function namespaceOf(checker: ts.TypeChecker, expression: ts.Expression): string | undefined {
  if (ts.isParenthesizedExpression(expression)) return calledNamespace(expression);
  if (!ts.isIdentifier(expression) && !ts.isPropertyAccessExpression(expression)) return undefined;
  const declaration = checker.getSymbolAtLocation(expression)?.declarations?.[0];
  if (declaration === undefined) return undefined;
  if (ts.isParameter(declaration) || ts.isPropertySignature(declaration))
    return typedNamespace(checker, declaration.type);
  if (ts.isVariableDeclaration(declaration))
    return declaration.initializer && ofInitializer(declaration.initializer);
  if (!ts.isBindingElement(declaration)) return undefined;
  const pattern = declaration.parent;
  if (ts.isArrayBindingPattern(pattern)) {
    // const [t, ...] = await Promise.all([getTranslations("x"), ...])
    const whole = ts.isVariableDeclaration(pattern.parent) ? pattern.parent.initializer : undefined;
    const list = whole && ts.forEachChild(whole, findArray);
    const element = list?.elements[pattern.elements.indexOf(declaration)];
    return element && calledNamespace(element);
  }
  const name = (declaration.propertyName ?? declaration.name).getText();
  const property = checker.getTypeAtLocation(pattern).getProperty(name)?.declarations?.[0];
  return property && ts.isPropertySignature(property) ? typedNamespace(checker, property.type) : undefined;
}

/** Only a translator itself: not what a function that uses one returns. */
function ofInitializer(node: ts.Expression): string | undefined {
  const call = ts.isAwaitExpression(node) ? node.expression : node;
  return ts.isCallExpression(call) && /^(use|get)Translations$/.test(call.expression.getText())
    ? calledNamespace(call)
    : undefined;
}

function findArray(node: ts.Node): ts.ArrayLiteralExpression | undefined {
  return ts.isArrayLiteralExpression(node) ? node : ts.forEachChild(node, findArray);
}

/** The texts that a type can be, undefined when they are not known. */
function literals(type: ts.Type | undefined): string[] | undefined {
  if (type === undefined) return undefined;
  if (type.isStringLiteral()) return [type.value];
  if (!type.isUnion()) return undefined;
  const parts = type.types.map(literals);
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

function findUses(): Use[] {
  const config = ts.getParsedCommandLineOfConfigFile(
    "tsconfig.json",
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
      },
    },
  );
  if (config === undefined) throw new Error("no tsconfig.json");
  const program = ts.createProgram(config.fileNames, { ...config.options, incremental: false });
  const checker = program.getTypeChecker();
  const uses: Use[] = [];
  for (const file of program.getSourceFiles()) {
    const path = file.fileName.slice(process.cwd().length + 1);
    if (!SOURCES.test(path)) continue;
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit);
      if (!ts.isCallExpression(node)) return;
      const { expression } = node;
      const method = ts.isPropertyAccessExpression(expression) && METHODS.has(expression.name.text);
      const namespace = namespaceOf(checker, method ? expression.expression : expression);
      const [parameter] = checker.getResolvedSignature(node)?.parameters ?? [];
      if (namespace === undefined || parameter === undefined) return;
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      const keys = literals(checker.getTypeOfSymbolAtLocation(parameter, node));
      uses.push({ at: `${path}:${line + 1}`, namespace, keys });
    };
    visit(file);
  }
  return uses;
}

let uses: Use[] = [];
let english: string[] = [];
beforeAll(async () => {
  uses = findUses();
  english = leaves(await readMessages(DEFAULT_LOCALE));
}, 300_000); // the compiler reads the whole program

const used = () =>
  new Set(uses.flatMap(({ namespace, keys }) => (keys ?? []).map((key) => `${namespace}.${key}`)));

test("the compiler knows every key that is asked for", () => {
  expect(uses.length).toBeGreaterThan(300);
  expect(uses.filter(({ keys, namespace }) => keys === undefined || namespace === "")).toEqual([]);
});

test("no key is asked for that has no text", () => {
  expect([...used()].filter((key) => !english.includes(key))).toEqual([]);
});

test("no text is left that nothing asks for", () => {
  const asked = used();
  const unused = english.filter(
    (key) => !asked.has(key) && !ELSEWHERE.some((prefix) => key.startsWith(prefix)),
  );
  expect(unused).toEqual([]);
});
