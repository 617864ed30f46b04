/** Reads the declarations that the pages of the reference print, so that they can be compared with the sources. */
import ts from "typescript"

/** The code of one heading of a page. */
export interface Block {
  /** The page's path in the folder of the reference, such as `latchkey/Client.md`. */
  readonly page: string
  readonly name: string
  readonly declarations: ReadonlyArray<ts.Declaration>
}

/** A printed member. */
export interface PrintedMember {
  readonly isOptional: boolean
  readonly type: ts.TypeNode | undefined
}

/** The members of a printed type. */
export interface PrintedMembers {
  readonly members: ReadonlyMap<string, ReadonlyArray<PrintedMember>>
  /** `true` if the type is computed, such as a mapped type whose keys are not listed. */
  readonly isComputed: boolean
}

const declarationsIn = (page: string, code: string): ReadonlyArray<ts.Declaration> => {
  // `…` replaces the shape of an opaque service, and is not valid syntax.
  const file = ts.createSourceFile(
    page,
    code.replaceAll("…", "unknown"),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TS
  )
  return file.statements.flatMap((statement): ReadonlyArray<ts.Declaration> =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations
      : ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isClassDeclaration(statement)
      ? [statement]
      : []
  )
}

/** Parses the headings of a page that have code. */
export const blocksIn = (page: string, text: string): ReadonlyArray<Block> =>
  Array.from(text.matchAll(/^### (.+)\n\n```ts\n([\s\S]*?)^```$/gm), ([, name, code]) => ({
    page,
    name: name!,
    declarations: declarationsIn(page, code!)
  }))

/** Generic types of TypeScript that keep the members of their first argument. */
const transparent = new Set(["Readonly", "NonNullable", "NoInfer"])

/** Generic types of TypeScript that derive their members from their arguments, which have pages themselves. */
const derived = new Set(["Partial", "Required", "Omit", "Pick", "Extract", "Exclude", "Data.TaggedEnum"])

/** Finds the declarations that a name refers to on a page. */
export type Resolve = (page: string, name: string) => ReadonlyArray<ts.Declaration>

const nothing: PrintedMembers = { members: new Map(), isComputed: false }
const computed: PrintedMembers = { members: new Map(), isComputed: true }

const merge = (all: ReadonlyArray<PrintedMembers>): PrintedMembers => {
  const members = new Map<string, Array<PrintedMember>>()
  for (const part of all) {
    for (const [name, found] of part.members) members.set(name, [...members.get(name) ?? [], ...found])
  }
  return { members, isComputed: all.some(({ isComputed }) => isComputed) }
}

const nameOf = (name: ts.PropertyName): string =>
  ts.isComputedPropertyName(name) ? name.getText() : ts.isPrivateIdentifier(name) ? name.text : name.text

const membersOfElements = (elements: ReadonlyArray<ts.TypeElement | ts.ClassElement>): PrintedMembers =>
  merge(elements.map((element) => {
    if (ts.isIndexSignatureDeclaration(element)) return computed
    if (element.name === undefined) return nothing
    const type = ts.isPropertySignature(element) || ts.isPropertyDeclaration(element) ? element.type : undefined
    const isOptional = (element as { readonly questionToken?: ts.Node }).questionToken !== undefined
    return { members: new Map([[nameOf(element.name), [{ isOptional, type }]]]), isComputed: false }
  }))

/** Collects the members of a printed type, including those of the printed types that it extends, joins or refers to. */
export const membersOf = (node: ts.Node | undefined, resolve: Resolve, seen = new Set<ts.Node>()): PrintedMembers => {
  if (node === undefined || seen.has(node)) return nothing
  seen.add(node)
  const inner = (node: ts.Node) => membersOf(node, resolve, seen)
  const reference = (name: ts.Node, types: ReadonlyArray<ts.TypeNode>): PrintedMembers => {
    if (transparent.has(name.getText())) return merge(types.slice(0, 1).map(inner))
    if (derived.has(name.getText())) return computed
    const declarations = resolve(name.getSourceFile().fileName, name.getText())
    // An alias such as `Both<A, B> = A & { … }` has the members of its arguments too.
    const joined = declarations.some((node) => ts.isTypeAliasDeclaration(node) && ts.isIntersectionTypeNode(node.type))
    const { isComputed, members } = merge([...declarations, ...joined ? types : []].map(inner))
    // Members of a referenced type are compared under its own heading.
    const found = [...members].map(([name, all]) =>
      [name, all.map((member) => ({ ...member, type: undefined }))] as const
    )
    return { members: new Map(found), isComputed }
  }
  if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
    const own = membersOfElements(node.members)
    const bases = merge(
      (node.heritageClauses ?? []).flatMap(({ types }) => types).map(({ expression, typeArguments }) =>
        // The function that makes a base class documents its members.
        ts.isIdentifier(expression) || ts.isPropertyAccessExpression(expression)
          ? reference(expression, typeArguments ?? [])
          : computed
      )
    )
    return {
      members: new Map([...bases.members, ...own.members]),
      isComputed: own.isComputed || bases.isComputed
    }
  }
  if (ts.isTypeAliasDeclaration(node)) return inner(node.type)
  if (ts.isVariableDeclaration(node)) return node.type === undefined ? nothing : inner(node.type)
  if (ts.isTypeLiteralNode(node)) return membersOfElements(node.members)
  if (ts.isParenthesizedTypeNode(node)) return inner(node.type)
  if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) return merge(node.types.map(inner))
  if (ts.isTypeOperatorNode(node)) return inner(node.type)
  if (ts.isTypeReferenceNode(node)) return reference(node.typeName, node.typeArguments ?? [])
  if (
    ts.isMappedTypeNode(node) || ts.isConditionalTypeNode(node) || ts.isIndexedAccessTypeNode(node) ||
    ts.isTypeQueryNode(node)
  ) return computed
  return nothing
}

/** The function types that a printed type is, or that it lists as overloads. */
export const functionsOf = (node: ts.Node | undefined): ReadonlyArray<ts.SignatureDeclarationBase> => {
  if (node === undefined) return []
  if (ts.isFunctionTypeNode(node)) return [node]
  if (ts.isParenthesizedTypeNode(node)) return functionsOf(node.type)
  if (ts.isTypeLiteralNode(node)) return node.members.filter(ts.isCallSignatureDeclaration)
  if (ts.isVariableDeclaration(node) || ts.isTypeAliasDeclaration(node)) return functionsOf(node.type)
  if (ts.isInterfaceDeclaration(node)) return node.members.filter(ts.isCallSignatureDeclaration)
  return []
}

/** Returns the printed shape of a service: the second argument of `Context.Service<Service, Shape>()("id")`. */
export const shapeOf = (node: ts.Declaration): ts.TypeNode | undefined => {
  if (!ts.isClassDeclaration(node)) return undefined
  const expression = node.heritageClauses?.[0]?.types[0]?.expression
  const inner = expression !== undefined && ts.isCallExpression(expression) ? expression.expression : undefined
  if (inner === undefined || !ts.isCallExpression(inner) || inner.expression.getText() !== "Context.Service") {
    return undefined
  }
  return inner.typeArguments?.[1]
}
