/** Field names. */
import { getNode, type StructCodec } from "./Codec.ts"

/** Returns a field's TypeScript name: `display_name` becomes `displayName`. */
export const toCamelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Returns the wire names for a struct's fields. */
export const getWireNames = (codec: StructCodec<unknown>): ReadonlyArray<string> => {
  const node = getNode(codec)
  return node.kind === "struct" ? node.fields.map(({ wireName }) => wireName) : []
}
