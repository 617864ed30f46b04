/**
 * Structs whose keys are camelCase in TypeScript and snake_case on the wire.
 *
 * The renaming is mechanical (`displayName` ⇄ `display_name`), so a description names each field once. Only the keys
 * of the description are read, so neither a newer service's extra field nor a `__proto__` key changes what is decoded.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

/**
 * A codec between a value and the JSON that stands for it.
 *
 * @category models
 * @since 0.1.0
 */
export type Wire<A> = Schema.Codec<A, unknown>

/**
 * Codec of a struct that also knows the wire's names of its fields.
 *
 * @category models
 * @since 0.1.0
 */
export interface WireStruct<A> extends Wire<A> {
  /** The wire's name of every field. */
  readonly wireNames: ReadonlyArray<string>
}

// `any`, since a field may be of every type: the struct made of them keeps each.
type Fields = Readonly<Record<string, Schema.Codec<any, any>>>

/**
 * Returns the wire's spelling of a field name: `displayName` becomes `display_name`.
 *
 * @category conversion
 * @since 0.1.0
 */
export const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Returns TypeScript's spelling of a field name: `display_name` becomes `displayName`.
 *
 * @category conversion
 * @since 0.1.0
 */
export const toCamelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/**
 * Returns a function that makes what it is asked for once per codec, such as a decoder, and keeps it as long as the codec
 * lives.
 *
 * @category constructors
 * @since 0.1.0
 */
// `any`, since a codec of every type is asked for the same.
export const memoizeByCodec = <A extends object>(make: (codec: Wire<any>) => A): (codec: Wire<any>) => A => {
  const all = new WeakMap<object, A>()
  return (codec) => {
    let made = all.get(codec)
    if (made === undefined) all.set(codec, made = make(codec))
    return made
  }
}

/**
 * Creates the codec of a struct with camelCase keys in TypeScript and snake_case keys on the wire.
 *
 * `exceptions` holds the few keys that the wire spells in another way, such as `maxLength`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const struct = <const F extends Fields>(
  fields: F,
  exceptions: { readonly [K in keyof F]?: string } = {}
): WireStruct<Schema.Struct.Type<F>> => {
  const names = Object.keys(fields).map((name) => [name, exceptions[name] ?? toSnakeCase(name)] as const)
  const rename = (from: 0 | 1, to: 0 | 1) => (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value
    const renamed: Record<string, unknown> = {}
    for (const name of names) {
      // Sound: `hasOwn` has just shown that the object has the key.
      if (Object.hasOwn(value, name[from])) renamed[name[to]] = (value as Record<string, unknown>)[name[from]]
    }
    return renamed
  }
  // The fields are decoded under the wire's names, so that a problem is told with the name that the wire has for it.
  // `any`, since `rename` gives back an object whatever its fields are.
  const codec = Schema.Struct(Object.fromEntries(names.map(([name, wireName]) => [wireName, fields[name]!]))).pipe(
    Schema.decodeTo(
      Schema.Unknown,
      SchemaTransformation.transform<unknown, any>({ decode: rename(1, 0), encode: rename(0, 1) })
    )
  )
  // Sound: what the struct has decoded, and nothing else, is renamed to the keys of `fields`.
  return Object.assign(codec as Schema.Codec<any, any>, { wireNames: names.map((name) => name[1]) })
}
