/** Compares the printed reference with the sources: exports, members and optional parameters. */
import { join } from "node:path"
import ts from "typescript"
import { root } from "../../scripts/repository.ts"
import type { Entry } from "./pages.ts"
import { type Block, blocksIn, functionsOf, membersOf, type Resolve, shapeOf } from "./printed.ts"
import { resolveAlias } from "./resolveAlias.ts"

/** A module of the reference and the page that prints its exports. */
interface Module {
  readonly symbol: ts.Symbol
  readonly page: string
}

const isModule = (symbol: ts.Symbol): boolean => symbol.declarations?.some(ts.isSourceFile) === true

const isInternal = (symbol: ts.Symbol): boolean =>
  symbol.declarations?.some((node) => ts.getJSDocTags(node).some(({ tagName }) => tagName.text === "internal")) === true

/** Returns `true` if the package itself declares the symbol, and not Effect, React or TypeScript. */
const isOwn = (symbol: ts.Symbol): boolean =>
  symbol.declarations?.some((node) => {
    const { fileName } = node.getSourceFile()
    return fileName.startsWith(join(root, "src/")) || fileName.startsWith(join(root, "react/"))
  }) === true

/** Returns `true` for a member that no caller can use, or that is marked as internal. */
const isHidden = (property: ts.Symbol): boolean =>
  property.name.startsWith("#") || property.name.startsWith("__@") || isInternal(property) ||
  property.declarations!.every((node) =>
    (ts.getCombinedModifierFlags(node) &
      (ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Override)) !== 0
  )

/** Returns `true` if an interface declares the member itself, as opposed to inheriting it. */
const isDeclaredBy = (type: ts.Type, { valueDeclaration }: ts.Symbol): boolean =>
  valueDeclaration !== undefined && ts.isInterfaceDeclaration(valueDeclaration.parent) &&
  type.symbol?.declarations?.includes(valueDeclaration.parent) === true

const isPrintedBy = (node: ts.Node, name: string): boolean =>
  !ts.isInterfaceDeclaration(node) ||
  node.members.some((member) => member.name?.getText().replaceAll("\"", "") === name)

/** Lists the modules that have a page: the entry points and their namespaces. */
const modulesOf = (program: ts.Program, entries: ReadonlyArray<Entry>): ReadonlyArray<Module> => {
  const checker = program.getTypeChecker()
  return entries.flatMap(({ page, path }) => {
    const symbol = checker.getSymbolAtLocation(program.getSourceFile(join(root, path))!)!
    const namespaces = checker.getExportsOfModule(symbol).flatMap((exported) => {
      const target = resolveAlias(exported, checker)
      return isModule(target) && isOwn(target) ? [{ symbol: target, page: `${page}/${exported.name}.md` }] : []
    })
    return [{ symbol, page: `${page}.md` }, ...namespaces]
  })
}

/** Compares the declarations of one heading with the type that the sources give them. */
class Comparison {
  readonly gaps: Array<string> = []

  private readonly checker: ts.TypeChecker
  private readonly resolve: Resolve

  constructor(checker: ts.TypeChecker, resolve: Resolve) {
    this.checker = checker
    this.resolve = resolve
  }

  type(type: ts.Type, node: ts.Node | undefined, path: string, depth = 0): void {
    if (node === undefined || depth > 6) return
    const printed = membersOf(node, this.resolve)
    for (const part of type.isUnion() ? type.types : [type]) {
      for (const property of this.checker.getPropertiesOfType(part)) {
        if (!isOwn(property) || isHidden(property) || this.implementsForeign(part, property)) continue
        const found = printed.members.get(property.name)
        const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
        if (found === undefined || isDeclaredBy(type, property) && !isPrintedBy(node, property.name)) {
          if (!printed.isComputed) this.gaps.push(`${path} lacks ${property.name}`)
        } else if (!found.some((member) => member.isOptional === isOptional) && !printed.isComputed) {
          this.gaps.push(`${path}.${property.name} prints as ${isOptional ? "required" : "optional"}`)
        } else {
          for (const member of found) {
            // One member of a union, such as `null`, does not print the members of the others.
            if (member.type === undefined || ts.isTypeReferenceNode(member.type) || ts.isLiteralTypeNode(member.type)) {
              continue
            }
            this.type(this.checker.getTypeOfSymbol(property), member.type, `${path}.${property.name}`, depth + 1)
          }
        }
      }
    }
    this.signatures(type, node, path, depth)
  }

  /** Returns `true` for a member of a class that implements one of a base class of another package. */
  implementsForeign(type: ts.Type, property: ts.Symbol): boolean {
    return type.isClass() && this.checker.getBaseTypes(type).some((base) => {
      const overridden = base.getProperty(property.name)
      return overridden !== undefined && !isOwn(overridden)
    })
  }

  signatures(type: ts.Type, node: ts.Node | undefined, path: string, depth: number): void {
    const printed = functionsOf(node)
    type.getCallSignatures().forEach((signature, index) => {
      const { parameters } = printed[index] ?? {}
      if (parameters === undefined) return
      for (const [position, { isOptional, type }] of this.parameters(signature).entries()) {
        const parameter = parameters[position]
        const where = `${path}, parameter ${position + 1}`
        if (parameter === undefined) {
          this.gaps.push(`${where} is missing`)
          continue
        }
        const prints = parameter.questionToken !== undefined || parameter.dotDotDotToken !== undefined
        if (prints !== isOptional) this.gaps.push(`${where} prints as ${isOptional ? "required" : "optional"}`)
        if (parameter.type !== undefined && !ts.isTypeReferenceNode(parameter.type)) {
          this.type(type, parameter.type, where, depth + 1)
        }
      }
    })
  }

  parameters(signature: ts.Signature): ReadonlyArray<{ readonly isOptional: boolean; readonly type: ts.Type }> {
    return signature.getParameters().flatMap((parameter) => {
      const type = this.checker.getTypeOfSymbol(parameter)
      const declaration = parameter.valueDeclaration
      if (declaration === undefined || !ts.isParameter(declaration)) {
        return [{ isOptional: (parameter.flags & ts.SymbolFlags.Optional) !== 0, type }]
      }
      if (declaration.dotDotDotToken === undefined) {
        return [{ isOptional: this.checker.isOptionalParameter(declaration), type }]
      }
      if (!this.checker.isTupleType(type)) return [{ isOptional: true, type }]
      const { elementFlags } = (type as ts.TupleTypeReference).target
      return this.checker.getTypeArguments(type as ts.TupleTypeReference).map((type, index) => ({
        isOptional: (elementFlags[index]! & ts.ElementFlags.Required) === 0,
        type
      }))
    })
  }
}

/** Lists the exports, members and optional parameters that the pages omit or misprint, one sentence each. */
export const gapsIn = (
  program: ts.Program,
  entries: ReadonlyArray<Entry>,
  pages: ReadonlyMap<string, string>
): ReadonlyArray<string> => {
  const checker = program.getTypeChecker()
  const blocks = new Map([...pages].map(([page, text]) => [page, blocksIn(page, text)]))
  const all = [...blocks.values()].flat()
  const blockOf = (page: string, name: string): Block | undefined =>
    blocks.get(page)?.find((block) => block.name === name)
  const resolve: Resolve = (page, name) => {
    const here = blockOf(page, name)
    if (here !== undefined) return here.declarations
    const [namespace, member] = name.split(".")
    const folder = page.replace(/(?:\/\w+)?\.md$/, "")
    // Several pages may have a type with the same name, such as `ListOptions`. The text does not say which one it is.
    const found = member === undefined
      ? all.filter((block) => block.name === name)
      : [
        blockOf(`${folder}/${namespace}.md`, member) ??
          all.find((block) => block.name === member && block.page.endsWith(`/${namespace}.md`))
      ]
    return found.flatMap((block) => block?.declarations ?? [])
  }
  const printed = new Set<ts.Symbol>()
  const modules = modulesOf(program, entries)
  const gaps = modules.flatMap(({ page, symbol }) =>
    checker.getExportsOfModule(symbol).flatMap((exported) => {
      const target = resolveAlias(exported, checker)
      const block = blockOf(page, exported.name)
      if (block === undefined || isModule(target)) return []
      printed.add(target)
      const comparison = new Comparison(checker, resolve)
      const path = `${page.replace(/\.md$/, "")}: ${exported.name}`
      for (const node of block.declarations) {
        if (ts.isVariableDeclaration(node)) {
          const type = checker.getTypeOfSymbol(target)
          if (node.type !== undefined && ts.isTypeReferenceNode(node.type)) continue
          comparison.type(type, node, path)
        } else comparison.type(checker.getDeclaredTypeOfSymbol(target), node, path)
        const shape = shapeOf(node)
        const service = checker.getTypeOfSymbol(target).getProperty("Service")
        // The shape of an opaque service is not printed.
        if (shape !== undefined && service !== undefined && shape.kind !== ts.SyntaxKind.UnknownKeyword) {
          comparison.type(checker.getTypeOfSymbol(service), shape, path)
        }
      }
      return comparison.gaps
    })
  )
  const missing = modules.flatMap(({ page, symbol }) =>
    checker.getExportsOfModule(symbol).flatMap((exported) => {
      const target = resolveAlias(exported, checker)
      const isElsewhere = printed.has(target) || isModule(target) || !isOwn(target) || isInternal(target)
      return isElsewhere ? [] : [`${page.replace(/\.md$/, "")}: ${exported.name} is not printed`]
    })
  )
  return [...new Set([...missing, ...gaps])]
}
