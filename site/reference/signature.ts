/** Prints declarations of TypeDoc's model as TypeScript, without their implementation. */
import {
  type Comment,
  type DeclarationReflection,
  type ParameterReflection,
  type ReferenceType,
  type Reflection,
  ReflectionKind,
  type SignatureReflection,
  type SomeType,
  type TypeParameterReflection
} from "typedoc"
import { type Doc, group, hardLine, ifBroken, indent, join, layOut, line, softLine } from "./layout.ts"

const columns = 100

/** The context in which a declaration is printed. */
export interface Surroundings {
  /** Returns the name of a referenced type on this page. */
  readonly nameOf: (type: ReferenceType) => string
  /** Returns `true` for types of the reference and of other packages. */
  readonly isPublic: (type: ReferenceType) => boolean
  /** The source text of the `extends` clauses of classes. */
  readonly heritage: ReadonlyMap<Reflection, string>
}

type Context = Exclude<Parameters<SomeType["needsParenthesis"]>[0], undefined>

const list = (open: string, docs: ReadonlyArray<Doc>, close: string): Doc =>
  docs.length === 0 ? open + close : group([open, indent([softLine, join([",", line], docs)]), softLine, close])

/** Returns the sentence for the tag `@generation`. */
const generationOf = (comment: Comment | undefined): ReadonlyArray<{ readonly text: string }> =>
  (comment?.getTag("@generation")?.content ?? []).map(({ text }) => ({ text: ` Services since ${text.trim()}.` }))

/** Splits the text of a comment into lines. */
const linesOf = (comment: Comment | undefined): ReadonlyArray<string> =>
  [...comment?.summary ?? [], ...generationOf(comment)].map(({ text }) => text).join("").trim().split("\n").filter((
    line,
    index
  ) => index > 0 || line !== "")

const commentOf = (comment: Comment | undefined): Doc => {
  const lines = linesOf(comment)
  if (lines.length === 0) return []
  if (lines.length === 1) return [`/** ${lines[0]} */`, hardLine]
  return ["/**", hardLine, ...lines.flatMap((line) => [` * ${line}`.trimEnd(), hardLine]), " */", hardLine]
}

/** The separator of members, printed only if they share a line. */
const separator: Doc = { _tag: "Line", flat: "; " }

/** Quotes a key that is not an identifier. */
const keyOf = (name: string): string => /^(?:[\w$]+|\[.*\])$/.test(name) ? name : JSON.stringify(name)

/** Prints a declaration. */
export const declarationText = (
  declaration: DeclarationReflection,
  { heritage, isPublic, nameOf }: Surroundings
): string => {
  let hidden = 0

  /** Prints a type after `:`, `=` or `=>`. A union that is too long starts on the next line. */
  const typeAfter = (type: SomeType | undefined): Doc => {
    const members = type === undefined ? [] : membersOf(type)
    return members.length > 1 ? group(indent([line, unionOf(members)])) : [" ", typeOf(type)]
  }

  /** Flattens nested unions. */
  const membersOf = (type: SomeType): ReadonlyArray<SomeType> =>
    type.type === "union" ? type.types.flatMap(membersOf) : [type]

  const unionOf = (members: ReadonlyArray<SomeType>): Doc => [
    ifBroken("| "),
    join([line, "| "], members.map((member) => parenthesize(member, "unionElement")))
  ]

  const parenthesize = (type: SomeType, context: Context): Doc =>
    type.needsParenthesis(context) ? ["(", typeOf(type), ")"] : typeOf(type)

  const typeArguments = (types: ReadonlyArray<SomeType> | undefined): Doc => {
    const [only, ...others] = types ?? []
    if (only === undefined) return ""
    // A single argument breaks its own lines.
    return others.length === 0 && membersOf(only).length === 1
      ? ["<", typeOf(only), ">"]
      : list("<", types!.map(typeOf), ">")
  }

  const typeOf = (type: SomeType | undefined): Doc => {
    if (type === undefined) return "unknown"
    switch (type.type) {
      case "array":
        return type.elementType.type === "reference" || type.elementType.type === "intrinsic"
          ? [parenthesize(type.elementType, "arrayElement"), "[]"]
          : ["Array", typeArguments([type.elementType])]
      case "conditional":
        return group([
          parenthesize(type.checkType, "conditionalCheck"),
          " extends ",
          parenthesize(type.extendsType, "conditionalExtends"),
          indent([line, "? ", parenthesize(type.trueType, "conditionalTrue")]),
          indent([line, ": ", parenthesize(type.falseType, "conditionalFalse")])
        ])
      case "indexedAccess":
        return [parenthesize(type.objectType, "indexedObject"), "[", typeOf(type.indexType), "]"]
      case "intersection":
        return group(join([" &", line], type.types.map((member) => parenthesize(member, "intersectionElement"))))
      case "mapped": {
        const modifier = (given: "+" | "-" | undefined, text: string) =>
          given === undefined ? "" : given === "+" ? text : `-${text}`
        return group([
          "{",
          indent([
            line,
            modifier(type.readonlyModifier, "readonly "),
            `[${type.parameter} in `,
            typeOf(type.parameterType),
            ...type.nameType === undefined ? [] : [" as ", typeOf(type.nameType)],
            `]${modifier(type.optionalModifier, "?")}: `,
            typeOf(type.templateType)
          ]),
          line,
          "}"
        ])
      }
      case "optional":
        return [parenthesize(type.elementType, "optionalElement"), "?"]
      case "namedTupleMember":
        return [type.name, type.isOptional ? "?: " : ": ", typeOf(type.element)]
      case "query":
        return [
          "typeof ",
          type.queryType.reflection?.kind === ReflectionKind.Module
            ? `import("${nameOf(type.queryType)}")`
            : typeOf(type.queryType)
        ]
      case "reference":
        if (!isPublic(type)) hidden++
        return [nameOf(type), typeArguments(type.typeArguments)]
      case "reflection":
        return literalOf(type.declaration)
      case "rest":
        return ["...", typeOf(type.elementType)]
      case "tuple":
        return list("[", type.elements.map(typeOf), "]")
      case "typeOperator":
        return type.operator === "readonly" && type.target.type === "array"
          ? ["ReadonlyArray", typeArguments([type.target.elementType])]
          : [type.operator, " ", parenthesize(type.target, "typeOperatorTarget")]
      case "union":
        return group(unionOf(membersOf(type)))
      default:
        return type.toString()
    }
  }

  const parameterOf = ({ flags, name, type }: ParameterReflection): Doc => [
    flags.isRest ? "..." : "",
    // TypeDoc's name of a destructured parameter.
    name === "__namedParameters" ? "options" : name,
    flags.isOptional ? "?:" : ":",
    typeAfter(type)
  ]

  /** Prints a rest parameter of a tuple type as one parameter per element. */
  const parametersOf = (parameter: ParameterReflection): ReadonlyArray<Doc> => {
    const { flags, type } = parameter
    if (!flags.isRest || type?.type !== "tuple") return [parameterOf(parameter)]
    return type.elements.map((element, index) => {
      const named = element.type === "namedTupleMember" ? element : undefined
      const optional = element.type === "optional" ? element : undefined
      const isOptional = named?.isOptional === true || optional !== undefined
      return [
        named?.name ?? (type.elements.length === 1 ? "options" : `argument${index + 1}`),
        isOptional ? "?:" : ":",
        typeAfter(named?.element ?? optional?.elementType ?? element)
      ]
    })
  }

  const typeParameters = (parameters: ReadonlyArray<TypeParameterReflection> | undefined): Doc =>
    parameters === undefined || parameters.length === 0 ? "" : list(
      "<",
      parameters.map(({ default: value, flags, name, type, varianceModifier }) => [
        flags.isConst ? "const " : "",
        varianceModifier === undefined ? "" : `${varianceModifier} `,
        name,
        ...type === undefined ? [] : [" extends ", typeOf(type)],
        ...value === undefined ? [] : [" = ", typeOf(value)]
      ]),
      ">"
    )

  const signatureOf = (signature: SignatureReflection, arrow: ":" | " =>"): Doc => [
    typeParameters(signature.typeParameters),
    list("(", (signature.parameters ?? []).flatMap(parametersOf), ")"),
    arrow,
    arrow === ":" ? typeAfter(signature.type) : [" ", typeOf(signature.type)]
  ]

  /** Prints a member of an interface, a class or an object type with its comment. */
  const memberOf = (member: DeclarationReflection): ReadonlyArray<Doc> => {
    const optional = member.flags.isOptional ? "?" : ""
    const isReadonly = member.flags.isReadonly ||
      (member.getSignature !== undefined && member.setSignature === undefined)
    const key = [isReadonly ? "readonly " : "", keyOf(member.name), optional]
    const comment = commentOf(member.comment ?? member.getSignature?.comment)
    if (member.signatures !== undefined) {
      const name = member.kindOf(ReflectionKind.Constructor) ? "new " : [keyOf(member.name), optional]
      return member.signatures.map((signature) => [commentOf(signature.comment), name, signatureOf(signature, ":")])
    }
    return [[comment, key, ":", typeAfter(member.type ?? member.getSignature?.type)]]
  }

  const membersIn = (
    owner: DeclarationReflection,
    isOwn: (member: DeclarationReflection) => boolean = () => true
  ): ReadonlyArray<Doc> => [
    ...(owner.signatures ?? []).map((signature) => [commentOf(signature.comment), signatureOf(signature, ":")]),
    ...(owner.indexSignatures ?? []).map((signature) => [
      commentOf(signature.comment),
      "[",
      join([",", line], (signature.parameters ?? []).map(parameterOf)),
      "]:",
      typeAfter(signature.type)
    ]),
    ...(owner.children ?? []).filter(isOwn).flatMap(memberOf)
  ]

  const bodyOf = (members: ReadonlyArray<Doc>, separator: Doc): Doc =>
    members.length === 0 ? "{}" : group(["{", indent([line, join(separator, members)]), line, "}"])

  const literalOf = (literal: DeclarationReflection): Doc => {
    const [only, ...others] = literal.signatures ?? []
    if (only !== undefined && others.length === 0 && literal.children === undefined) return signatureOf(only, " =>")
    return bodyOf(membersIn(literal), separator)
  }

  /** Prints the body of a declaration, one line per member. */
  const blockOf = (members: ReadonlyArray<Doc>): Doc =>
    members.length === 0 ? "{}" : ["{", indent([hardLine, join(hardLine, members)]), hardLine, "}"]

  /** Prints the shape of a service, or `…` if it contains private types. */
  const shapeOf = (shape: SomeType | undefined): Doc => {
    const before = hidden
    const doc = typeOf(shape)
    return hidden === before ? doc : "…"
  }

  const classOf = (): Doc => {
    const own = (declaration.children ?? []).filter(({ flags, kind }) =>
      kind !== ReflectionKind.Constructor && !flags.isStatic && flags.isInherited !== true
    )
    const [base] = declaration.extendedTypes ?? []
    // A hint about the layer does not change the type of a service. `CodedError` adds the code to Effect's error.
    const given = (heritage.get(declaration) ?? "").replace(/^withLayerHint\(\s*/, "").replace(
      "CodedError",
      "Data.TaggedError"
    )
    const codes = (base?.type === "intersection" ? base.types : []).flatMap((type) =>
      type.type === "reflection" ? (type.declaration.children ?? []).filter(({ name }) => name === "code") : []
    )
    const members = [...codes, ...own]
    const body = members.length === 0 ? "" : [" ", blockOf(members.flatMap(memberOf))]
    const made = /^(?:Data\.Tagged\w+\("\w+"\)|KnownError\("\w+", "\w+", \d+|Context\.Service)/.exec(given)?.[0] ?? ""
    if (made.startsWith("Data.")) {
      const fields = (base?.type === "intersection" ? base.types : []).flatMap((type) =>
        type.type === "reference" && type.name === "Readonly" ? type.typeArguments ?? [] : []
      )
      return [`class ${declaration.name} extends ${made}`, typeArguments(fields), body]
    }
    if (made.startsWith("Known")) {
      const details = (declaration.children ?? []).filter(({ flags, name, type }) =>
        name === "details" && !flags.isStatic && type?.toString() !== "{}"
      )
      // The other members are the same for every known error.
      const shown = details.map(({ type }) => ["readonly details:", typeAfter(type)])
      return [`class ${declaration.name} extends ${made})`, shown.length === 0 ? "" : [" ", blockOf(shown)], body]
    }
    if (made !== "" && base?.type === "reference") {
      const [id, shape] = base.typeArguments ?? []
      return [
        `class ${declaration.name} extends Context.Service<${declaration.name}, `,
        shapeOf(shape),
        ">()(",
        typeOf(id),
        ")",
        body
      ]
    }
    const bases = declaration.extendedTypes ?? []
    return ["class ", head, bases.length === 0 ? "" : [" extends ", join(", ", bases.map(typeOf))], body]
  }

  const head = [declaration.name, typeParameters(declaration.typeParameters)]
  const write = (): Doc => {
    switch (declaration.kind) {
      case ReflectionKind.Interface: {
        // The members of a private base are printed with the interface's own.
        const bases = (declaration.extendedTypes ?? []).filter((type) => type.type !== "reference" || isPublic(type))
        const parents = bases.length === 0 ? "" : [" extends ", join(", ", bases.map(typeOf))]
        const own = membersIn(
          declaration,
          ({ inheritedFrom }) => inheritedFrom === undefined || bases.length < (declaration.extendedTypes ?? []).length
        )
        return ["interface ", head, parents, " ", blockOf(own)]
      }
      case ReflectionKind.Class:
        return classOf()
      case ReflectionKind.TypeAlias:
        // An alias of an object type has no `type`: its members belong to the declaration.
        return [
          "type ",
          head,
          " =",
          ...declaration.type === undefined ? [" ", literalOf(declaration)] : [typeAfter(declaration.type)]
        ]
      case ReflectionKind.Function: {
        const [only, ...others] = declaration.signatures ?? []
        return [
          `const ${declaration.name}: `,
          only !== undefined && others.length === 0
            ? signatureOf(only, " =>")
            : blockOf((declaration.signatures ?? []).map((signature) => signatureOf(signature, ":")))
        ]
      }
      default:
        return [`const ${declaration.name}:`, typeAfter(declaration.type)]
    }
  }
  return layOut(write(), columns)
}
