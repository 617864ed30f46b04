/**
 * The names of fields.
 *
 * @since 0.1.0
 */
import { getNode, type StructCodec } from "./Codec.ts"

/**
 * Returns the TypeScript name of a field: `display_name` becomes `displayName`.
 *
 * @category conversion
 * @since 0.1.0
 */
export const toCamelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/**
 * Returns the wire names of the fields of a struct.
 *
 * @category getters
 * @since 0.1.0
 */
export const getWireNames = (codec: StructCodec<unknown>): ReadonlyArray<string> => {
  const node = getNode(codec)
  return node.kind === "struct" ? node.fields.map(({ wireName }) => wireName) : []
}
