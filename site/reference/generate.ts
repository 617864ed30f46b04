/**
 * Generates the API reference: a page per entry point and per namespace, from the declarations and their comments.
 */
import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import {
  Application,
  Comment,
  type CommentDisplayPart,
  CommentTag,
  type Context,
  Converter,
  type DeclarationReflection,
  OptionDefaults,
  type Reflection,
  ReflectionFlag,
  ReflectionKind,
  type SignatureReflection,
  type SomeType,
  TSConfigReader
} from "typedoc"
import { load } from "typedoc-plugin-markdown"
import ts from "typescript"
import { root } from "../../scripts/repository.ts"
import type { Entry } from "./pages.ts"
import { resolveAlias } from "./resolveAlias.ts"
import { Router, Theme, uncategorized } from "./theme.ts"

/** The error of a reference that cannot be generated. */
export class NotGenerated extends Error {}

/** Parses the first comment of a file. TypeDoc assigns it to the module only if it has the tag `@module`. */
const moduleComment = (text: string, owner: DeclarationReflection): Comment => {
  const [, inner = ""] = /^(?:"use client"\n)?\/\*\*([\s\S]*?)\*\//.exec(text) ?? []
  const [summary, generation] = inner.replace(/^ \* ?/gm, "").split(/@generation /)
  const parts = summary!.trim().split(/(\{@link \w+\})/).map((text): CommentDisplayPart => {
    const name = /^\{@link (\w+)\}$/.exec(text)?.[1]
    if (name === undefined) return { kind: "text", text }
    const target = owner.children?.find((child) => child.name === name)
    if (target === undefined) throw new NotGenerated(`The comment of ${owner.getFullName()} links to ${name}`)
    return { kind: "inline-tag", tag: "@link", text: name, target }
  })
  return new Comment(
    parts,
    generation === undefined ? [] : [new CommentTag("@generation", [{ kind: "text", text: generation.trim() }])]
  )
}

/** Returns `true` if a type alias is computed from private types. The page then prints the resolved type. */
const isComputed = (
  { type, typeParameters }: ts.TypeAliasDeclaration,
  exported: ReadonlySet<ts.Symbol>,
  checker: ts.TypeChecker
): boolean => {
  const asksForType = (node: ts.Node): boolean =>
    ts.isTypeQueryNode(node) || ts.forEachChild(node, asksForType) === true
  const isOfPrivate = ts.isIndexedAccessTypeNode(type) && ts.isTypeReferenceNode(type.objectType) &&
    !exported.has(checker.getTypeAtLocation(type.objectType).getSymbol()!)
  return typeParameters === undefined && (isOfPrivate || asksForType(type))
}

/** Lists the private generic aliases in a type. The page prints their resolved types instead of their names. */
const ownGenericsIn = (node: ts.Node | undefined, checker: ts.TypeChecker): ReadonlyArray<string> => {
  if (node === undefined) return []
  const below: Array<string> = []
  ts.forEachChild(node, (child) => void below.push(...ownGenericsIn(child, checker)))
  if (!ts.isTypeReferenceNode(node) || node.typeArguments === undefined) return below
  const declaration = checker.getSymbolAtLocation(node.typeName)?.declarations?.[0]
  const isOwn = declaration !== undefined && ts.isTypeAliasDeclaration(declaration) &&
    declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) !== true
  return isOwn ? [node.typeName.getText(), ...below] : below
}

/** Lists the exports of a module and of its namespaces. */
const exportsOf = (module: ts.Symbol, checker: ts.TypeChecker): ReadonlyArray<ts.Symbol> =>
  checker.getExportsOfModule(module).flatMap((symbol) => {
    const target = resolveAlias(symbol, checker)
    const isModule = target.declarations?.some(ts.isSourceFile) === true
    return isModule ? exportsOf(target, checker) : [target]
  })

/** Collects the private aliases without type parameters, by name. The page prints their definitions in their place. */
const privateTypes = (
  program: ts.Program,
  exported: ReadonlySet<ts.Symbol>
): ReadonlyMap<string, ts.TypeAliasDeclaration> => {
  const found = new Map<string, ts.TypeAliasDeclaration>()
  for (const file of program.getSourceFiles()) {
    for (const statement of file.isDeclarationFile ? [] : file.statements) {
      if (!ts.isTypeAliasDeclaration(statement) || statement.typeParameters !== undefined) continue
      if (!exported.has(program.getTypeChecker().getSymbolAtLocation(statement.name)!)) {
        found.set(statement.name.text, statement)
      }
    }
  }
  for (const { name } of exported) found.delete(name)
  return found
}

/** Converts a type and inlines the given aliases. */
const convertInlined = (context: Context, owner: Reflection, names: ReadonlyArray<string>, type: ts.Type): SomeType => {
  const inner = context.withScope(owner)
  for (const name of names) inner.inlineType.add(name)
  return inner.converter.convertType(inner, type)
}

/** Marks the parameters that have a default value as optional: TypeDoc misses them, also as elements of tuples. */
const markOptional = (
  { parameters = [] }: SignatureReflection,
  signature: ts.Signature | undefined,
  checker: ts.TypeChecker
): void => {
  for (const [index, symbol] of (signature?.getParameters() ?? []).entries()) {
    const { valueDeclaration } = symbol
    const parameter = parameters[index]
    if (parameter === undefined || valueDeclaration === undefined || !ts.isParameter(valueDeclaration)) continue
    if (checker.isOptionalParameter(valueDeclaration)) parameter.setFlag(ReflectionFlag.Optional)
    const type = checker.getTypeOfSymbol(symbol)
    if (parameter.type?.type !== "tuple" || !checker.isTupleType(type)) continue
    // Sound: `isTupleType` returned `true`.
    const { elementFlags } = (type as ts.TupleTypeReference).target
    for (const [position, element] of parameter.type.elements.entries()) {
      if (element.type !== "namedTupleMember") continue
      element.isOptional = (elementFlags[position]! & ts.ElementFlags.Optional) !== 0
    }
  }
}

/** Writes the pages into a folder. Fails with `NotGenerated` if TypeDoc warns. */
export const generate = async (entries: ReadonlyArray<Entry>, out: string): Promise<ts.Program> => {
  const missing = entries.filter(({ path }) => !existsSync(join(root, path)))
  if (missing.length > 0) {
    throw new NotGenerated(`package.json exports missing files: ${missing.map(({ path }) => path).join(", ")}`)
  }
  const app = await Application.bootstrapWithPlugins({
    plugin: [load],
    outputs: [{ name: "markdown", path: out }],
    name: "API reference",
    entryPoints: entries.map(({ path }) => join(root, path)),
    tsconfig: join(import.meta.dirname, "tsconfig.json"),
    basePath: root,
    readme: "none",
    router: "latchkey",
    theme: "latchkey",
    sort: ["source-order"],
    categorizeByGroup: false,
    defaultCategory: uncategorized,
    excludeExternals: true,
    excludePrivate: true,
    excludeProtected: true,
    excludeInternal: true,
    blockTags: [...OptionDefaults.blockTags, "@generation"],
    disableSources: true,
    // `Theme` reports missing documentation and private names for the declarations that it prints.
    validation: { notExported: false, invalidLink: true, rewrittenLink: true, notDocumented: false },
    treatWarningsAsErrors: true,
    logLevel: "Warn"
  }, [new TSConfigReader()])
  const byPath = new Map(entries.map((entry) => [join(root, entry.path), entry]))
  const files = new Map<DeclarationReflection, ts.SourceFile>()
  const heritage = new Map<Reflection, string>()
  const exported = new Set<ts.Symbol>()
  const aliases = new Map<string, string>()
  let program: ts.Program | undefined
  app.converter.on(Converter.EVENT_BEGIN, (context) => {
    program = context.programs[0]!
    const checker = program.getTypeChecker()
    for (const path of byPath.keys()) {
      const entry = checker.getSymbolAtLocation(program.getSourceFile(path)!)!
      for (const symbol of exportsOf(entry, checker)) exported.add(symbol)
    }
    for (const [name, { type }] of privateTypes(program, exported)) {
      // TypeDoc would inline the referenced type, which has a public name.
      if (ts.isTypeReferenceNode(type)) aliases.set(name, type.getText().replace(/\b(\w+)\.\1\b/g, "$1"))
      else context.inlineType.add(name)
    }
  })
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    for (const declaration of context.getSymbolFromReflection(reflection)?.declarations ?? []) {
      if (ts.isSourceFile(declaration)) files.set(reflection, declaration)
      else if (ts.isTypeAliasDeclaration(declaration) && isComputed(declaration, exported, context.checker)) {
        reflection.comment?.modifierTags.add("@useDeclaredType")
        const name: CommentDisplayPart = { kind: "text", text: declaration.name.text }
        reflection.comment?.blockTags.push(new CommentTag("@inlineType", [name]))
      } else if (ts.isVariableDeclaration(declaration) && reflection.kind === ReflectionKind.Variable) {
        const names = ownGenericsIn(declaration.type, context.checker)
        if (names.length > 0) {
          const type = context.checker.getTypeAtLocation(declaration)
          reflection.type = convertInlined(context, reflection, names, type)
        }
      } else if (ts.isClassDeclaration(declaration)) {
        const [base] = declaration.heritageClauses?.[0]?.types ?? []
        if (base !== undefined) heritage.set(reflection, base.getText())
      }
    }
  })
  app.converter.on(Converter.EVENT_CREATE_SIGNATURE, (context, reflection, declaration, signature) => {
    markOptional(reflection, signature, context.checker)
    const names = ownGenericsIn(declaration?.type, context.checker)
    if (names.length === 0 || signature === undefined) return
    reflection.type = convertInlined(context, reflection, names, context.checker.getReturnTypeOfSignature(signature))
  })
  app.renderer.defineRouter("latchkey", Router)
  app.renderer.defineTheme("latchkey", Theme)
  const project = await app.convert()
  if (project === undefined) throw new NotGenerated("The sources do not compile with TypeDoc's version of TypeScript")
  for (const [owner, { fileName, text }] of files) {
    if (owner.kind === ReflectionKind.Module) owner.name = byPath.get(resolve(fileName))!.name
    owner.comment = moduleComment(text, owner)
  }
  const order = entries.map(({ name }) => name)
  project.children?.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  for (const owner of files.keys()) {
    // For `export type` of a name that is a type and a value, TypeDoc also converts the value. The last type is the real one.
    const types = (owner.children ?? []).filter(({ kind }) =>
      kind === ReflectionKind.TypeAlias || kind === ReflectionKind.Interface
    )
    const meant = new Map(types.map((type) => [type.name, type]))
    for (const type of types) if (meant.get(type.name) !== type) project.removeReflection(type)
  }
  // Static members, and members of classes that implement those of a class of another package, are implementation.
  for (const reflection of Object.values(project.reflections)) {
    if (!reflection.isDeclaration()) continue
    const { flags, overwrites } = reflection
    const implementsForeign = overwrites !== undefined && overwrites.reflection === undefined &&
      reflection.parent?.kind === ReflectionKind.Class
    if (flags.isStatic || implementsForeign) {
      project.removeReflection(reflection)
    }
  }
  app.validate(project)
  Router.sources = {
    packageName: project.packageName ?? "",
    pages: new Map(entries.map(({ name, page }) => [name, page])),
    heritage,
    aliases
  }
  await app.generateOutputs(project)
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new NotGenerated("TypeDoc reported warnings, see above")
  return program!
}
