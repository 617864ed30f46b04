/**
 * The names of options. Types do not reject further names in an object that was created elsewhere, so layers check them when
 * they are built: a misspelled `apiUrl` must not send keys and passwords to the hosted service.
 *
 * @since 0.1.0
 */

/**
 * All names of some options. A name that the type lacks, or has and the list lacks, does not compile.
 *
 * @category models
 * @since 0.1.0
 */
export type OptionNames<O> = { readonly [K in keyof O]-?: true }

/**
 * Returns the first option with an unknown name, or `undefined`. Never fails, also for untyped options.
 *
 * @category getters
 * @since 0.1.0
 */
export const findUnknownName = (options: object | undefined, names: object): string | undefined => {
  for (const name in options) if (!Object.hasOwn(names, name)) return name
  return undefined
}

/**
 * Returns the options with the given names.
 *
 * @category getters
 * @since 0.1.0
 */
export const pickOptions = <O extends object, N extends object>(options: O, names: N): Pick<O, keyof O & keyof N> =>
  // Sound: the entries have the names and their values.
  Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(names, name))) as ReturnType<
    typeof pickOptions<O, N>
  >
