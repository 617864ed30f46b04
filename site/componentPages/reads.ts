/** Finds what a component reads: texts, and the parts that it renders. Follows its code as a bundler does. */
import { join, sep } from "node:path"
import ts from "typescript"
import { root } from "../../scripts/repository.ts"
import { resolveAlias } from "../reference/resolveAlias.ts"

export interface Reads {
  /** The keys of texts, such as `signIn.title`. */
  readonly texts: ReadonlyArray<string>
  /** The words of `data-latchkey`, and those of names that become one. */
  readonly words: ReadonlySet<string>
}

const react = join(root, "react") + sep
const english = join(root, "react/texts/en") + sep
const ownTexts = join(root, "react/texts") + sep

/** Reads a component and all code below `react` that it uses, also code that it loads on demand. */
export const readsOf = (component: ts.Symbol, checker: ts.TypeChecker): Reads => {
  const texts = new Set<string>()
  const words = new Set<string>()
  const queue = new Set<ts.Node>(component.declarations)
  const follow = (symbol: ts.Symbol | undefined): void => {
    if (symbol === undefined) return
    const target = resolveAlias(symbol, checker)
    for (const declaration of target.declarations ?? []) {
      const { fileName } = declaration.getSourceFile()
      if (fileName.startsWith(english)) {
        const key = keyOf(declaration)
        if (key !== undefined) texts.add(key)
      } else if (fileName.startsWith(react) && !fileName.startsWith(ownTexts) && isTopLevel(declaration)) {
        queue.add(declaration)
      }
    }
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return
    if (ts.isIdentifier(node)) follow(checker.getSymbolAtLocation(node))
    else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = (node.propertyName ?? node.name).getText()
      follow(checker.getTypeAtLocation(node.parent).getProperty(name))
    } else if (ts.isElementAccessExpression(node)) {
      const type = checker.getTypeAtLocation(node.expression)
      const index = checker.getTypeAtLocation(node.argumentExpression)
      for (const member of index.isUnion() ? index.types : [index]) {
        if (member.isStringLiteral()) follow(type.getProperty(member.value))
      }
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      for (const symbol of loadedBy(node, checker)) follow(symbol)
    } else if (ts.isJsxAttribute(node)) {
      for (const word of /^(?:data-latchkey|name|page)$/.test(node.name.getText()) ? wordsIn(node) : []) words.add(word)
    }
    ts.forEachChild(node, visit)
  }
  // A set iterates over elements that are added meanwhile.
  for (const node of queue) visit(node)
  return { texts: [...texts], words }
}

const isTopLevel = (declaration: ts.Node): boolean =>
  ts.isFunctionDeclaration(declaration) || ts.isClassDeclaration(declaration) ||
  ts.isVariableDeclaration(declaration) && ts.isSourceFile(declaration.parent.parent.parent)

/** Returns the exports of a module that a dynamic import uses: the one that is read from it, or all. */
const loadedBy = (call: ts.CallExpression, checker: ts.TypeChecker): ReadonlyArray<ts.Symbol> => {
  const module = checker.getSymbolAtLocation(call.arguments[0]!)
  if (module === undefined) return []
  const exports = checker.getExportsOfModule(module)
  const outer = ts.isAwaitExpression(call.parent) ? call.parent.parent.parent : undefined
  return outer !== undefined && ts.isPropertyAccessExpression(outer)
    ? exports.filter(({ name }) => name === outer.name.text)
    : exports
}

/** Returns the key of a text, such as `signIn.title`, or `undefined` for another declaration. */
const keyOf = (declaration: ts.Declaration): string | undefined => {
  const isText = ts.isPropertyAssignment(declaration) || ts.isMethodDeclaration(declaration) ||
    ts.isShorthandPropertyAssignment(declaration)
  const table = declaration.parent?.parent
  return isText && table !== undefined && ts.isVariableDeclaration(table)
    ? `${table.name.getText()}.${declaration.name.getText()}`
    : undefined
}

/** Returns the words of the literals in an attribute. */
const wordsIn = (attribute: ts.JsxAttribute): ReadonlyArray<string> => {
  const found: Array<string> = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      found.push(...node.text.split(/\s+/))
    }
    ts.forEachChild(node, visit)
  }
  visit(attribute)
  return found.filter((word) => word !== "")
}
