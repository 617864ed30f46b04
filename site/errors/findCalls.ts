/** Finds the calls that can fail with each error, by their types. */
import { join } from "node:path"
import ts from "typescript"
import { root } from "../../scripts/repository.ts"
import type { Entry } from "../reference/pages.ts"
import { resolveAlias } from "../reference/resolveAlias.ts"

/** A public function, such as `auth.signIn.password` or `Password.signIn`. */
export interface FoundCall {
  readonly name: string
  /** The entry point that exports it. */
  readonly entry: string
  /** `true` if it is called with parameters. */
  readonly hasInput: boolean
  /** `false` for an effect that is a value. */
  readonly isFunction: boolean
  readonly isStream: boolean
  /** `true` if it returns `{ data, error }`. */
  readonly isPromise: boolean
  /** `true` if its type takes type parameters, so that an example cannot name its parameters. */
  readonly isGeneric: boolean
}

/** The calls by the code of an error. */
export type CallsByCode = ReadonlyMap<string, ReadonlyArray<FoundCall>>

/** The functions that create a Promise client, and the name of the client in examples. */
const clients = [
  { entry: "latchkey/promise", create: "createAuthClient", name: "auth" },
  { entry: "latchkey/promise/server", create: "createServerClient", name: "server" },
  { entry: "latchkey/promise/admin", create: "createAdminClient", name: "admin" }
]

/** The level's entry points, whose namespaces have functions that return effects. */
const effectEntries = ["latchkey", "latchkey/server", "latchkey/admin", "latchkey/cli"]

/** The types whose second argument is the union of errors. */
const failing = new Set(["Effect", "Stream", "Call"])

const membersOf = (type: ts.Type): ReadonlyArray<ts.Type> => type.isUnion() ? type.types : [type]

/** Collects the calls of a program. */
class Finder {
  readonly found = new Map<string, Array<FoundCall>>()
  private readonly checker: ts.TypeChecker

  constructor(checker: ts.TypeChecker) {
    this.checker = checker
  }

  /** Adds a call for each error of a type. Returns the type of its result, if it is a call. */
  private addType(type: ts.Type, call: Omit<FoundCall, "isPromise" | "isStream">): ts.Type | undefined {
    const name = type.getSymbol()?.name ?? ""
    if (!failing.has(name)) return undefined
    // Sound: the types with these names are interfaces with parameters.
    const [data, errors] = this.checker.getTypeArguments(type as ts.TypeReference)
    for (const error of errors === undefined ? [] : membersOf(errors)) {
      const code = this.literalOf(error, "code")
      const calls = code === undefined ? [] : this.found.get(code) ?? []
      if (code === undefined || calls.some((each) => each.name === call.name && each.entry === call.entry)) continue
      this.found.set(code, [...calls, { ...call, isPromise: name === "Call", isStream: name === "Stream" }])
    }
    return data
  }

  private literalOf(type: ts.Type, property: string): string | undefined {
    const symbol = type.getProperty(property)
    const found = symbol === undefined ? undefined : this.checker.getTypeOfSymbol(symbol)
    return found?.isStringLiteral() === true ? found.value : undefined
  }

  /** Adds a function or an effect. */
  add(type: ts.Type, name: string, entry: string): ReadonlyArray<ts.Type> {
    const signatures = type.getCallSignatures()
    if (signatures.length === 0) {
      const data = this.addType(type, { name, entry, hasInput: false, isFunction: false, isGeneric: false })
      return data === undefined ? [] : [data]
    }
    // Examples name the parameters of the last overload.
    return signatures.toReversed().flatMap((signature) => {
      const data = this.addType(signature.getReturnType(), {
        name,
        entry,
        isFunction: true,
        hasInput: signature.getParameters().length > 0,
        isGeneric: signatures.length > 1 || (signature.typeParameters?.length ?? 0) > 0
      })
      return data === undefined ? [] : [data]
    })
  }

  /** Adds the functions of a client and of its groups. */
  addClient(type: ts.Type, name: string, entry: string, depth = 0): void {
    for (const property of type.getProperties()) {
      // The admin client contains the server's functions.
      if (name === "admin" && property.name === "server") continue
      const member = this.checker.getTypeOfSymbol(property)
      const path = `${name}.${property.name}`
      if (member.getCallSignatures().length > 0) {
        for (const data of this.add(member, path, entry)) this.addSteps(data, entry)
      } else if (depth < 3 && (member.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0) {
        this.addClient(member, path, entry, depth + 1)
      }
    }
  }

  /** Adds the functions of a result, such as `SecondFactor.complete`. */
  private addSteps(data: ts.Type, entry: string): void {
    for (const part of membersOf(data)) {
      const owner = part.getSymbol()?.name ?? "__type"
      if (owner === "__type" || (part.flags & ts.TypeFlags.Object) === 0) continue
      for (const property of part.getProperties()) {
        const { valueDeclaration } = property
        if (valueDeclaration?.getSourceFile().fileName.startsWith(join(root, "src/")) !== true) continue
        this.add(this.checker.getTypeOfSymbol(property), `${owner}.${property.name}`, entry)
      }
    }
  }
}

/** Returns the calls of the public functions by the codes of their errors. */
export const findCalls = (program: ts.Program, entries: ReadonlyArray<Entry>): CallsByCode => {
  const checker = program.getTypeChecker()
  const finder = new Finder(checker)
  const moduleOf = (name: string): ts.Symbol => {
    const entry = entries.find((entry) => entry.name === name)
    const symbol = entry && checker.getSymbolAtLocation(program.getSourceFile(join(root, entry.path))!)
    if (symbol === undefined) throw new Error(`The package has no entry point ${name}`)
    return symbol
  }
  for (const { create, entry, name } of clients) {
    const symbol = checker.getExportsOfModule(moduleOf(entry)).find((symbol) => symbol.name === create)
    if (symbol === undefined) throw new Error(`${entry} has no export ${create}`)
    const target = resolveAlias(symbol, checker)
    for (const signature of checker.getTypeOfSymbol(target).getCallSignatures().slice(0, 1)) {
      finder.addClient(signature.getReturnType(), name, entry)
    }
  }
  for (const entry of effectEntries) {
    for (const exported of checker.getExportsOfModule(moduleOf(entry))) {
      const namespace = resolveAlias(exported, checker)
      // A page shows errors instead of failing with them.
      if (namespace.declarations?.some(ts.isSourceFile) !== true || exported.name === "HandlerPages") continue
      for (const member of checker.getExportsOfModule(namespace)) {
        const target = resolveAlias(member, checker)
        if (target.valueDeclaration === undefined) continue
        finder.add(checker.getTypeOfSymbol(target), `${exported.name}.${member.name}`, entry)
      }
    }
  }
  return finder.found
}

/** Returns the tags of the reasons that an `ApiError` can have. */
export const reasonsIn = (program: ts.Program): ReadonlySet<string> => {
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(program.getSourceFile(join(root, "src/call/ApiError.ts"))!)!
  const symbol = checker.getExportsOfModule(module).find(({ name }) => name === "ApiErrorReason")!
  return new Set(membersOf(checker.getDeclaredTypeOfSymbol(symbol)).map((type) => type.getSymbol()!.name))
}

/** Returns the codes that the types of errors declare: those of the service, and Latchkey's. */
export const codesIn = (program: ts.Program): ReadonlyMap<string, string> => {
  const checker = program.getTypeChecker()
  return new Map(
    [["src/wire/knownErrorCodes.ts", "KnownErrorCodes"], ["src/platform/ownErrorCodes.ts", "OwnErrorCodes"]].flatMap((
      [path, name]
    ) => {
      const module = checker.getSymbolAtLocation(program.getSourceFile(join(root, path!))!)!
      const symbol = checker.getExportsOfModule(module).find((symbol) => symbol.name === name)!
      return checker.getDeclaredTypeOfSymbol(symbol).getProperties().map((property) => {
        const type = checker.getTypeOfSymbol(property)
        if (!type.isStringLiteral()) throw new Error(`${path}: the code of ${property.name} is no literal`)
        return [property.name, type.value] as const
      })
    })
  )
}
