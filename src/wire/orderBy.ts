/** The codec for the field by which a list is ordered. */
import { check, type Codec, literal, string, transform } from "./Codec.ts"
import { toCamelCase } from "./names.ts"
import { toSnakeCase } from "./Struct.ts"

/** Creates the codec for a field's name: in camel case as in entities, in snake case on the wire. */
export const orderBy = <const N extends string>(...names: ReadonlyArray<N>): Codec<N> =>
  transform(
    literal(...names.map(toSnakeCase)),
    // Sound: the check accepts only these names.
    check(string as Codec<N>, (name) => names.includes(name), names.map((name) => `"${name}"`).join(" or ")),
    toCamelCase,
    toSnakeCase
  )
