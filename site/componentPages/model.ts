/** Reads the public components, their props and their doc comments from the compiler's program. */
import { join } from "node:path"
import ts from "typescript"
import { root } from "../../scripts/repository.ts"
import { resolveAlias } from "../reference/resolveAlias.ts"
import { type Reads, readsOf } from "./reads.ts"

export interface Prop {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  /** As code, such as `"redirect"`. */
  readonly defaultValue: string | undefined
  readonly text: string
}

export interface Example {
  readonly title: string
  readonly code: string
}

/** A component that apps import. */
export interface ComponentModel extends Reads {
  readonly name: string
  /** The import specifier, such as `latchkey/react`. */
  readonly entry: string
  /** The paragraphs of its doc comment, without the examples. */
  readonly text: string
  readonly examples: ReadonlyArray<Example>
  readonly props: ReadonlyArray<Prop>
}

/** The entry points with components. */
const entries: Readonly<Record<string, string>> = {
  "latchkey/react": "react/index.ts",
  "latchkey/react/devtools": "react/entries/devtools.ts"
}

/** Lists the public components. A component is an exported value with an upper-case name. */
export const componentsIn = (program: ts.Program): ReadonlyArray<ComponentModel> => {
  const checker = program.getTypeChecker()
  return Object.entries(entries).flatMap(([entry, path]) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(join(root, path))!)!
    return checker.getExportsOfModule(module).flatMap((exported) => {
      const symbol = resolveAlias(exported, checker)
      const isComponent = /^[A-Z]/.test(exported.name) && (symbol.flags & ts.SymbolFlags.Value) !== 0
      return isComponent ? [modelOf(exported.name, entry, symbol, checker)] : []
    })
  })
}

const modelOf = (name: string, entry: string, symbol: ts.Symbol, checker: ts.TypeChecker): ComponentModel => {
  const comment = ts.displayPartsToString(symbol.getDocumentationComment(checker))
  const examples = comment.matchAll(/^\*\*Example\*\* \((.+)\)\n+```tsx\n([\s\S]*?)\n```$/gm)
  return {
    name,
    entry,
    text: comment.replace(/\*\*Example\*\*[\s\S]*$/, "").trim(),
    examples: Array.from(examples, ([, title, code]) => ({ title: title!, code: code! })),
    props: propsOf(symbol, checker),
    ...readsOf(symbol, checker)
  }
}

const propsOf = (symbol: ts.Symbol, checker: ts.TypeChecker): ReadonlyArray<Prop> => {
  const declaration = symbol.valueDeclaration!
  const type = checker.getTypeOfSymbolAtLocation(symbol, declaration)
  const [signature] = [...type.getCallSignatures(), ...type.getConstructSignatures()]
  const [parameter] = signature?.getParameters() ?? []
  if (parameter === undefined) return []
  const props = checker.getTypeOfSymbolAtLocation(parameter, declaration)
  const parts = props.isUnion() ? props.types : [props]
  const found = new Map<string, Prop>()
  for (const part of parts) {
    for (const prop of part.getProperties()) {
      const read = propOf(prop, declaration, checker)
      // A prop of some alternatives only is not required.
      const isRequired = read?.isRequired === true && parts.every((other) => other.getProperty(prop.name) !== undefined)
      if (read !== undefined && !found.has(prop.name)) found.set(prop.name, { ...read, isRequired })
    }
  }
  return [...found.values()].toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))
}

/** Returns a prop, or `undefined` if it is one that must not be passed. */
const propOf = (symbol: ts.Symbol, component: ts.Declaration, checker: ts.TypeChecker): Prop | undefined => {
  const type = checker.getTypeOfSymbolAtLocation(symbol, component)
  const isExcluded = (part: ts.Type) => (part.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Never)) !== 0
  if (type.isUnion() ? type.types.every(isExcluded) : isExcluded(type)) return undefined
  const comment = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\s+/g, " ")
  const stated = /(?:^|[.,;] )`([^`]+)`(?: by default\b|, the default)/.exec(comment)?.[1]
  return {
    name: symbol.name,
    type: typeText(symbol, type, checker),
    isRequired: (symbol.flags & ts.SymbolFlags.Optional) === 0,
    defaultValue: quoteIn(stated, type) ?? initializerOf(symbol.name, component),
    text: comment.replace(/(?:^|(?<=\.) )`[^`]+` by default\.$/, "").replace(/; `[^`]+` by default\./, ".").trim() ||
      (symbol.name === "children" ? "The content." : "")
  }
}

/** Returns a default as code: comments name texts without quotes. */
const quoteIn = (value: string | undefined, type: ts.Type): string | undefined => {
  if (value === undefined) return undefined
  const isLiteral = type.isUnion() && type.types.some((member) => member.isStringLiteral() && member.value === value)
  return isLiteral || /\s/.test(value) ? JSON.stringify(value) : value
}

/** Returns the type as it is declared, without `undefined`. Aliases of literals are resolved. */
const typeText = (symbol: ts.Symbol, type: ts.Type, checker: ts.TypeChecker): string => {
  const literals = literalsOf(type, checker)
  if (literals !== undefined) return literals
  const declaration = symbol.declarations?.[0]
  const node = declaration !== undefined && ts.isPropertySignature(declaration) ? declaration.type : undefined
  const text = node?.getText() ?? checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation)
  const resolved = declaration === undefined ? text : text.replaceAll(/\b[A-Z]\w+\b/g, (name) => {
    const alias = checker.resolveName(name, declaration, ts.SymbolFlags.TypeAlias, false)
    return alias && literalsOf(checker.getDeclaredTypeOfSymbol(resolveAlias(alias, checker)), checker) || name
  })
  return resolved.replaceAll(/\s+/g, " ").replace(/^\| /, "").replace(/ \| undefined$/, "").replace(
    /^\((\(.*)\)$/,
    "$1"
  )
}

/** Returns the literals of a type without `undefined`, or `undefined` for a type with other members. */
const literalsOf = (type: ts.Type, checker: ts.TypeChecker): string | undefined => {
  const members = type.isUnion() ? type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined)) : [type]
  if (!members.every((member) => member.isLiteral() || member.flags & ts.TypeFlags.BooleanLiteral)) return undefined
  const isBoolean = members.every(({ flags }) => flags & ts.TypeFlags.BooleanLiteral)
  return isBoolean ? "boolean" : members.map((member) => checker.typeToString(member)).toSorted().join(" | ")
}

/** Returns the default of a prop in the parameter of its component. */
const initializerOf = (name: string, component: ts.Declaration): string | undefined => {
  const node = ts.isVariableDeclaration(component) ? component.initializer : component
  if (node === undefined || !ts.isArrowFunction(node)) return undefined
  const pattern = node.parameters[0]?.name
  if (pattern === undefined || !ts.isObjectBindingPattern(pattern)) return undefined
  return pattern.elements.find((element) => element.name.getText() === name)?.initializer?.getText()
}
