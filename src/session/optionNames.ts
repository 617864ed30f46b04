/**
 * Option names. Types do not reject further names in an object that was created elsewhere, so layers check them when
 * they are built: a misspelled `apiUrl` must not send keys and passwords to the hosted service.
 */

/** All names for some options. A name that the type lacks, or has and the list lacks, does not compile. */
export type OptionNames<O> = { readonly [K in keyof O]-?: true }

/** Returns the first option with an unknown name, or `undefined`. Never fails, also for untyped options. */
export const findUnknownName = (options: object | undefined, names: object): string | undefined => {
  for (const name in options) if (!Object.hasOwn(names, name)) return name
  return undefined
}

/** Returns the option names in an object: own ones, inherited ones, and its class's getters. */
const listNames = (options: object): ReadonlyArray<string> => {
  const names: Array<string> = []
  for (const name in options) names.push(name)
  // A class's getters are not enumerable.
  for (let part = getPrototypeOf(options); part && part !== Object.prototype; part = getPrototypeOf(part)) {
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(part))) {
      if (get && name !== "__proto__") names.push(name)
    }
  }
  return names
}

const getPrototypeOf = (value: unknown): object | null => Object.getPrototypeOf(Object(value))

/**
 * Returns `true` for an object like a literal: no class instance, such as a `Date`, a `Redacted` or a click event.
 */
export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype

/**
 * Returns the options as an object that can be spread. Spreading an object loses its inherited options and the getters of its
 * class, such as an `apiUrl`.
 */
export const toPlain = <O extends object | undefined>(options: O): O => {
  // Most options are an object literal or undefined. Authentications check theirs in each request.
  if (getPrototypeOf(options) === Object.prototype) return options
  // Sound: the names are the object's.
  const values = options as Readonly<Record<string, unknown>>
  // Sound: the entries are the options.
  return Object.fromEntries(listNames(values).map((name) => [name, values[name]])) as O
}

/** Returns the options with the given names. */
export const pickOptions = <O extends object, N extends object>(options: O, names: N): Pick<O, keyof O & keyof N> =>
  // Sound: the entries have the names and their values.
  Object.fromEntries(
    Object.keys(names).filter((name) => name in options).map((name) => [name, options[name as keyof O]])
  ) as ReturnType<typeof pickOptions<O, N>>
