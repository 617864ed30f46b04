/**
 * Typed metadata for users and teams.
 *
 * The service stores any JSON, so metadata has the type `Json`. {@link decode} parses it with a schema, and fails with a
 * typed error if it does not match.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { truncateText } from "../call/redact.ts"
import { toProblem } from "../call/toProblem.ts"
import { CodedError } from "../platform/CodedError.ts"
import type { Json } from "../wire/Json.ts"
import { memoizeByKey } from "../wire/memoize.ts"

/** Metadata does not match its schema, or a value cannot be encoded. The message describes the problem without the value. */
export class InvalidMetadata extends CodedError("InvalidMetadata")<{
  readonly message: string
  /** The path to the invalid field, outermost first. */
  readonly path: ReadonlyArray<string | number>
}> {}

/**
 * Parses metadata with a schema's JSON form. A `Schema.Date`, for example, is an ISO 8601 string in metadata. Metadata
 * that was never set is `null`, which an object schema rejects.
 *
 * **Example** (A user's theme)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Schema from "effect/Schema"
 * import { CurrentUser, Metadata } from "latchkey"
 *
 * const Settings = Schema.Struct({ theme: Schema.Literals(["light", "dark"]) })
 *
 * const theme = CurrentUser.get({ or: "throw" }).pipe(
 *   Effect.flatMap((user) => Metadata.decode(Settings)(user.clientMetadata)),
 *   Effect.map((settings) => settings.theme),
 *   Effect.catchTag("InvalidMetadata", () => Effect.succeed("light" as const))
 * )
 * ```
 */
export const decode =
  <A>(schema: Schema.Codec<A, unknown>): (metadata: Json) => Effect.Effect<A, InvalidMetadata> => (metadata) =>
    Effect.suspend(() => fromExit(decodeJson(schema)(metadata)))

/** Encodes a value as metadata for an update. */
export const encode =
  <A>(schema: Schema.Codec<A, unknown>): (value: A) => Effect.Effect<Json, InvalidMetadata> => (value) =>
    Effect.suspend(() => fromExit(encodeJson(schema)(value)))

const fromExit = <A>(exit: Exit.Exit<A, Schema.SchemaError>): Effect.Effect<A, InvalidMetadata> => {
  if (Exit.isSuccess(exit)) return Effect.succeed(exit.value)
  const { message, path } = toProblem(exit)
  return Effect.fail(
    new InvalidMetadata({
      message: `In the metadata, ${truncateText(message)}`,
      path: path.map((key) => typeof key === "string" ? truncateText(key) : key)
    })
  )
}

// `any`, because the cached parsers belong to schemas with different types.
type AnySchema = Schema.Codec<any, unknown>

/** Returns the decoder for a schema's JSON form. */
const decodeJson = /*#__PURE__*/ memoizeByKey((schema: AnySchema) =>
  Schema.decodeUnknownExit(Schema.toCodecJson(schema))
)

/** Returns the encoder for a schema's JSON form. */
const encodeJson = /*#__PURE__*/ memoizeByKey((schema: AnySchema) =>
  Schema.encodeUnknownExit(Schema.toCodecJson(schema))
)
