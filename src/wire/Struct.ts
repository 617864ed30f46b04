/**
 * Structs with camelCase keys in TypeScript and snake_case keys on the wire.
 *
 * The renaming is mechanical (`displayName` ⇄ `display_name`), so a description names each field once. Only described
 * keys are read: extra fields from a newer service and a `__proto__` key are ignored.
 */
import {
  type Field,
  type Fields,
  getNode,
  optional,
  type OptionalCodec,
  type StructCodec,
  type StructType,
  type TypeOf
} from "./Codec.ts"
import { memoize } from "./memoize.ts"

/** Returns a field's wire name: `displayName` becomes `display_name`. */
export const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const makeStruct = <F extends Fields>(
  fields: F | (() => F),
  toWireName: (name: string) => string
): StructCodec<StructType<F>> => {
  const getFields = memoize((): ReadonlyArray<Field> =>
    Object.entries(typeof fields === "function" ? fields() : fields).map(([name, codec]) => ({
      name,
      wireName: toWireName(name),
      codec: getNode(codec)
    }))
  )
  return {
    kind: "struct",
    // A getter, because a codec that is exported creates its fields on first use.
    get fields() {
      return getFields()
    }
    // Sound: the struct decodes exactly these fields.
  } as StructCodec<StructType<F>>
}

/**
 * Creates the codec for a struct with camelCase keys in TypeScript and snake_case keys on the wire.
 *
 * `exceptions` maps the keys whose wire names are not in snake_case, such as `maxLength`.
 *
 * Codecs that are exported pass a function: the fields are created on first use, and bundlers drop an unused codec.
 */
export const struct = <const F extends Fields>(
  fields: F | (() => F),
  exceptions: { readonly [K in keyof F]?: string } = {}
): StructCodec<StructType<F>> => makeStruct(fields, (name) => exceptions[name] ?? toSnakeCase(name))

/** Creates the codec for a struct that has the same keys on the wire. */
export const plainStruct = <const F extends Fields>(fields: F | (() => F)): StructCodec<StructType<F>> =>
  makeStruct(fields, (name) => name)

/** Makes all fields optional. */
export const partial = <F extends Fields>(fields: F): { readonly [K in keyof F]: OptionalCodec<TypeOf<F[K]>> } =>
  // Sound: each field is wrapped.
  Object.fromEntries(Object.entries(fields).map(([name, codec]) => [name, optional(codec)])) as {
    readonly [K in keyof F]: OptionalCodec<TypeOf<F[K]>>
  }
