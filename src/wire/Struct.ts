/**
 * Structs with camelCase keys in TypeScript and snake_case keys on the wire.
 *
 * The renaming is mechanical (`displayName` ⇄ `display_name`), so a description names each field once. Only described
 * keys are read: extra fields of a newer service and a `__proto__` key are ignored.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

/**
 * A codec between a value and its JSON.
 *
 * @category models
 * @since 0.1.0
 */
export type Wire<A> = Schema.Codec<A, unknown>

/**
 * Codec of a struct, with the wire names of its fields.
 *
 * @category models
 * @since 0.1.0
 */
export interface WireStruct<A> extends Wire<A> {
  /** The wire names of the fields. */
  readonly wireNames: ReadonlyArray<string>
}

// `any`, because a field may have any type; the struct keeps the type of each field.
type Fields = Readonly<Record<string, Schema.Codec<any, any>>>

/**
 * Returns the wire name of a field: `displayName` becomes `display_name`.
 *
 * @category conversion
 * @since 0.1.0
 */
export const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Returns the TypeScript name of a field: `display_name` becomes `displayName`.
 *
 * @category conversion
 * @since 0.1.0
 */
export const toCamelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/**
 * Returns a function that computes a value once per codec, such as a decoder, and caches it until the codec is garbage
 * collected.
 *
 * @category constructors
 * @since 0.1.0
 */
// `any`, because the function accepts a codec of any type.
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
 * `exceptions` maps the keys whose wire names are not in snake_case, such as `maxLength`.
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
      // Sound: `hasOwn` shows that the object has the key.
      if (Object.hasOwn(value, name[from])) renamed[name[to]] = (value as Record<string, unknown>)[name[from]]
    }
    return renamed
  }
  // The fields are decoded under their wire names, so that decoding errors show these. `any`, because `rename` returns
  // an untyped object.
  const codec = Schema.Struct(Object.fromEntries(names.map(([name, wireName]) => [wireName, fields[name]!]))).pipe(
    Schema.decodeTo(
      Schema.Unknown,
      SchemaTransformation.transform<unknown, any>({ decode: rename(1, 0), encode: rename(0, 1) })
    )
  )
  // Sound: the struct decodes exactly these fields, and `rename` maps them to the keys of `fields`.
  return Object.assign(codec as Schema.Codec<any, any>, { wireNames: names.map((name) => name[1]) })
}
