/** The mutants of a source file: small changes that a test should notice. Each is one replacement of a piece of text, found in the syntax
 *  tree. Texts of messages, types and imports are left alone: no test of numbers should have to know them. */
import ts from "typescript";

const ARITHMETIC = { "+": "-", "-": "+", "*": "/", "/": "*", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=" };
const BOUNDARY = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };
const NEGATION = { "<": ">=", "<=": ">", ">": "<=", ">=": "<", "===": "!==", "!==": "===" };
const LOGIC = { "&&": "||", "||": "&&" };

/** `{ file, kind, line, code, start, end, form, original, replacement }[]`; `code` is the line of the source on which it stands, without spaces around it. */
export function mutantsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const lines = text.split("\n");
  const found = [];

  const add = (kind, node, replacement, form = "expression") => {
    const start = node.getStart(source);
    const end = node.getEnd();
    const { line } = source.getLineAndCharacterOfPosition(start);
    const original = text.slice(start, end);
    found.push({ file, kind, line: line + 1, code: lines[line].trim(), start, end, form, original, replacement });
  };
  const words = (node) => node.getText(source);

  const visit = (node) => {
    if (isSilent(node)) return;
    if (ts.isBinaryExpression(node)) binary(node, add, words, isLoopCondition(node));
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken) {
      add("sign", node, words(node.operand));
    }
    if (ts.isNumericLiteral(node) && !isKey(node)) add("constant", node, otherConstant(node));
    if (ts.isElementAccessExpression(node) && !ts.isStringLiteral(node.argumentExpression)) {
      add("index", node.argumentExpression, `${words(node.argumentExpression)} + 1`);
    }
    const condition = conditionOf(node);
    if (condition !== undefined && !isComparison(condition)) add("condition", condition, `!(${words(condition)})`);
    if (ts.isForStatement(node) && node.condition && isLess(node.condition)) {
      add("bound", node.condition, `${words(node.condition)} - 1`);
    }
    if (isRemovable(node)) add("removal", node, "", "statement");
    const end = earlyReturn(node);
    if (end !== null) add("return", node.body, end, "body");
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What has no numbers to test: types, imports, what an error or a template says; and the settings that a method names for the tests. */
function isSilent(node) {
  return (
    ts.isTypeNode(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTemplateExpression(node) ||
    (ts.isPropertyAssignment(node) && node.name.getText() === "variants") ||
    (ts.isNewExpression(node) && /Error$/.test(node.expression.getText()))
  );
}

/** One element too far in a typed array is read as nothing and written nowhere: loops are made one element shorter instead. */
const isLoopCondition = (node) => ts.isForStatement(node.parent) && node.parent.condition === node;

function binary(node, add, words, isLoop) {
  const [left, right] = [words(node.left), words(node.right)];
  const operator = words(node.operatorToken);
  const swapped = (table, kind) => {
    if (operator in table) add(kind, node, `${left} ${table[operator]} ${right}`);
  };
  if (!isText(node.left) && !isText(node.right)) swapped(ARITHMETIC, "arithmetic");
  if (!isLoop) swapped(BOUNDARY, "boundary");
  swapped(NEGATION, "negation");
  swapped(LOGIC, "logic");
}

/** A sum of texts is no arithmetic. */
function isText(node) {
  if (ts.isBinaryExpression(node)) return isText(node.left) || isText(node.right);
  return ts.isStringLiteral(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node);
}

const isKey = (node) => ts.isPropertyAssignment(node.parent) && node.parent.name === node;

/** 0 → 1, whole numbers → the next, others → 1.001 times as much; those that stand for "very small" or "very large" change their sign. */
function otherConstant(node) {
  const value = Number(node.text);
  if (value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e3)) return `-${node.getText()}`;
  if (Number.isInteger(value)) return String(value + 1);
  return `${node.getText()} * 1.001`;
}

function conditionOf(node) {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) return node.expression;
  return ts.isConditionalExpression(node) ? node.condition : undefined;
}

/** Comparisons are negated as such. */
const isComparison = (node) => ts.isBinaryExpression(node) && node.operatorToken.getText() in NEGATION;
const isLess = (node) => ts.isBinaryExpression(node) && ["<", "<="].includes(node.operatorToken.getText());

/** Calls, assignments, counting; but no call of `super`. */
function isRemovable(node) {
  if (ts.isThrowStatement(node)) return true;
  if (!ts.isExpressionStatement(node)) return false;
  const { expression } = node;
  return !(ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword);
}

/** The statement with which a function of several statements could end at once: one that it has itself, or none. */
function earlyReturn(node) {
  if (!ts.isFunctionLike(node) || !node.body || !ts.isBlock(node.body) || node.body.statements.length < 2) return null;
  const returned = [];
  const look = (child) => {
    if (ts.isFunctionLike(child)) return;
    if (ts.isReturnStatement(child)) returned.push(child.expression?.getText() ?? "");
    ts.forEachChild(child, look);
  };
  ts.forEachChild(node.body, look);
  if (returned.every((value) => value === "")) return "return;";
  const plain = returned.find((value) => /^(null|true|false|-?\d+(\.\d+)?)$/.test(value));
  return plain === undefined ? null : `return ${plain};`;
}
