/**
 * A group's functions, which refuse inputs with unknown names.
 *
 * Types do not reject further names in an object from another place, and JavaScript does not have types: without this check,
 * `updateUser({ pasword })` would succeed and change nothing.
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { isPlainObject, toPlain } from "../session/optionNames.ts"
import { InvalidOptions } from "../session/options.ts"
import { getNode, type Node } from "../wire/Codec.ts"
import type { Any } from "../wire/Endpoint.ts"
import { memoize } from "../wire/memoize.ts"
import type { Call } from "./Result.ts"

/** The effects behind a group's functions, by name. For a function with overloads, the last one counts. @internal */
export type Effects<G, R> = {
  readonly [K in keyof G]: G[K] extends (...args: infer Args) => Call<infer A, infer E>
    ? (...args: Args) => Effect.Effect<A, E, R>
    : G[K] extends (...args: infer Args) => Promise<infer A> ? (...args: Args) => Effect.Effect<A, unknown, R>
    : never
}

/** The names in all union members, without the call's signal. */
type NamesIn<T> = T extends unknown ? Exclude<keyof T, "signal"> : never

/** An input's names, or `null` if it is no object, may have any names, or has only a signal. */
type NamesOf<T> = T extends string | number | boolean | ReadonlyArray<unknown> | Redacted.Redacted<unknown> ? null
  : [NamesIn<T>] extends [never] ? null
  : string extends NamesIn<T> ? null
  : { readonly [N in NamesIn<T>]: Nested } | (() => Nested)

/** An object's names, with the values that each accepts. */
interface Fields {
  readonly [name: string]: Nested
}

/** `true` for any value, a list of values, or a nested object's names. */
type Nested = true | ReadonlyArray<string> | Fields

/** Accepts all names, for a function that takes a list's item. @internal */
export const item = (): Nested => true

/**
 * The names that an endpoint accepts, also of nested fields, for a function that passes its input on. `readOnly` are
 * further names, which a program passes back with an object that it has read.
 *
 * @internal
 */
export const fieldsOf = ({ payload }: Any, readOnly: Fields = {}): () => Fields =>
  memoize(() => {
    const names = payload === undefined ? true : toNames(getNode(payload))
    return merge(isFields(names) ? names : {}, readOnly)
  })

const toNames = (node: Node): Nested => {
  switch (node.kind) {
    case "struct":
      return Object.fromEntries(node.fields.map(({ codec, name }) => [name, toNames(codec)]))
    case "optional":
    case "nullOr":
    case "default":
    case "check":
      return toNames(node.codec)
    default:
      return true
  }
}

const merge = (names: Fields, more: Fields): Fields => ({
  ...names,
  ...Object.fromEntries(
    Object.entries(more).map(([name, value]) => {
      const present = names[name]
      return [name, isFields(present) && isFields(value) ? merge(present, value) : value]
    })
  )
})

const isFields = (names: Nested | undefined): names is Fields => typeof names === "object" && !isArray(names)

type Names = Nested | (() => Nested) | null

/** Each input's names. A function's first overloads may have more names. */
type AllNames<Inputs extends ReadonlyArray<unknown>> = {
  readonly [I in keyof Inputs]: NamesOf<NonNullable<Inputs[I]>> extends infer N ? [N] extends [null] ? Names : N : never
}

/**
 * The names in a group's inputs, by function and position. `null` is for an input without names. Functions without any are
 * omitted. For a function with overloads, the last one counts.
 *
 * @internal
 */
export type InputNames<G> = {
  readonly [
    K in keyof G as G[K] extends (...inputs: infer Inputs) => unknown
      ? [NamesOf<NonNullable<Inputs[number]>>] extends [null] ? never : K
      : never
  ]: G[K] extends (...inputs: infer Inputs) => unknown ? AllNames<Inputs> : never
}

/** The names in overloads before the last one. */
type OtherNames<G> = { readonly [K in keyof G]?: ReadonlyArray<Names> }

declare const group: unique symbol

/** A group's type, and the services of its effects. @internal */
export interface GroupOf<out G, out R> {
  readonly [group]: readonly [G, R]
}

/** The effects behind a group's functions. They refuse inputs with unknown names. @internal */
export type Checked<G, R> = Effects<G, R> & GroupOf<G, R>

/**
 * Adds the check for names. A call with another name is a bug in the program, and rejects with `InvalidOptions`.
 *
 * @internal
 */
export const withNames = <G, R>(effects: Effects<G, R>, names: InputNames<G> & OtherNames<G>): Checked<G, R> => {
  // Sound, here and below: the functions have the group's names, and are called with its inputs.
  const all = names as { readonly [name: string]: ReadonlyArray<Names> | undefined }
  const toChecked = ([name, run]: [string, (...inputs: ReadonlyArray<unknown>) => unknown]) => [
    name,
    (...inputs: ReadonlyArray<unknown>) => {
      const known = all[name] ?? []
      const problem = findProblem(inputs, known, run.length)
      if (problem !== undefined) return Effect.die(problem)
      try {
        return run(...inputs)
      } catch (error) {
        // Destructuring a missing input throws.
        const missing = known.find((names, index) => names && inputs[index] === undefined)
        return Effect.die(missing ? makeProblem("input", `is missing. ${describe(missing)}`) : error)
      }
    }
  ]
  return Object.fromEntries(Object.entries(effects as object).map(toChecked)) as Checked<G, R>
}

/** Refuses an input with unknown names, for functions other than calls. @internal */
export const refuseUnknown = (input: unknown, names: Fields): Effect.Effect<void> => {
  const problem = findUnknownInput(input, names)
  return problem === undefined ? Effect.void : Effect.die(problem)
}

/** Finds the first problem. The messages do not contain the input, which may be a password. */
const findProblem = (
  inputs: ReadonlyArray<unknown>,
  names: ReadonlyArray<Names>,
  parameters: number
): InvalidOptions | undefined => {
  for (const [index, input] of inputs.entries()) {
    const known = names[index]
    const problem = known
      ? findUnknownInput(input, known)
      : index < parameters
      ? undefined
      : findExtraInput(input)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** Finds the problem in an input with names, or with a list of values. */
const findUnknownInput = (input: unknown, known: Nested | (() => Nested)): InvalidOptions | undefined => {
  if (input === undefined) return undefined
  if (isArray(known)) return findUnknown(input, known, "type")
  if (!isRecord(input)) {
    return makeProblem("input", `must be an object. If it is a promise, await it. ${describe(known)}`)
  }
  return isEvent(input) ? undefined : findUnknown(input, toNested(known))
}

/** Finds an input's problem after the parameters. Only a signal may follow, which the call has taken from its object. */
const findExtraInput = (input: unknown): InvalidOptions | undefined => {
  if (typeof input === "string") {
    return new InvalidOptions({ option: "input", message: "The call has an argument too many" })
  }
  if (isSignal(input)) return makeProblem("signal", "must be in an object: { signal }")
  return isPlainObject(input) ? findUnknown(input, {}) : undefined
}

/** Returns `true` for an object with fields: no list, no promise, and no collection, such as a `FormData`. */
const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !(Symbol.iterator in value) && !("then" in value)

/** Returns `true` for a click event, which a page may pass to a function without options. */
const isEvent = (value: object): boolean => "preventDefault" in value

const isSignal = (value: unknown): boolean => isRecord(value) && "aborted" in value && "addEventListener" in value

const toNested = (names: Nested | (() => Nested)): Nested => typeof names === "function" ? names() : names

const describe = (names: Nested | (() => Nested), prefix = ""): string => {
  const known = toNested(names)
  return known === true ? "" : `The call accepts ${prefix}${Object.keys(known).join(", ") || "signal"}`
}

/** Finds the first name or value that is unknown. Other values have a codec, which names the field. */
const findUnknown = (value: unknown, known: Nested, path = ""): InvalidOptions | undefined => {
  if (isArray(known)) {
    // Sound: `includes` compares with any value.
    const isKnown = value === undefined || known.includes(value as string)
    return isKnown ? undefined : makeProblem(path, `must be ${known.join(", ")}`)
  }
  if (known === true || typeof value !== "object" || value === null || isArray(value)) return undefined
  const prefix = path === "" ? "" : `${path}.`
  for (const [name, field] of Object.entries(toPlain(value))) {
    const own = Object.hasOwn(known, name) ? known[name] : undefined
    const problem = own === undefined
      ? makeProblem(prefix + name, `is unknown. ${describe(known, prefix)}`)
      : findUnknown(field, own, prefix + name)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** The type of `Array.isArray` does not narrow read-only arrays. */
const isArray: (value: unknown) => value is ReadonlyArray<unknown> = Array.isArray

const makeProblem = (option: string, rule: string): InvalidOptions =>
  new InvalidOptions({ option, message: `The option ${option} ${rule}` })
