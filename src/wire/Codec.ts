/**
 * Descriptions for values and their JSON.
 *
 * A codec is data. Each constructor here creates one node, and two interpreters read them: `decode.ts`, which every
 * bundle contains, and `src/schema/toSchema.ts`, which creates Effect `Schema`s for documents, tests and programs.
 */

export {
  type Codec,
  type Fields,
  getNode,
  literal,
  nullOr,
  number,
  optional,
  type OptionalCodec,
  secret,
  string,
  type StructCodec,
  type StructType,
  transform,
  type TypeOf,
  unknown
} from "./coreCodecs.ts"

export type { Field, Literal, Node, ValueName } from "./Node.ts"

export * from "./valueCodecs.ts"
