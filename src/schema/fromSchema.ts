/** Codecs from Effect `Schema`s. */
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { toProblem } from "../call/toProblem.ts"
import { type Codec, transform, unknown } from "../wire/Codec.ts"
import { memoize } from "../wire/memoize.ts"

/**
 * Creates a codec from a schema, for a resource's values. The codec uses the schema's JSON form: a `Schema.Date`, for
 * example, is an ISO 8601 string.
 *
 * A page never contains values with a secret, even if the schema encodes them.
 *
 * **Example** (A resource that the server renders)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Schema from "effect/Schema"
 * import { Resource } from "latchkey"
 * import { fromSchema } from "latchkey/schema"
 *
 * const Orders = Schema.Array(Schema.Struct({ id: Schema.String, createdAt: Schema.Date }))
 *
 * const orders = Resource.make({
 *   name: "orders",
 *   read: Effect.tryPromise(() => fetch("/api/orders").then((response) => response.json())).pipe(
 *     Effect.flatMap(Schema.decodeUnknownEffect(Schema.toCodecJson(Orders)))
 *   ),
 *   codec: fromSchema(Orders)
 * })
 * ```
 */
export const fromSchema = <A>(schema: Schema.Codec<A, unknown>): Codec<A> => {
  const decode = memoize(() => Schema.decodeUnknownExit(Schema.toCodecJson(schema)))
  const encode = memoize(() => Schema.encodeUnknownExit(Schema.toCodecJson(schema)))
  // Sound: the schema checks the values.
  return transform(unknown, unknown, (json) => toResult(decode()(json)), (value) => toResult(encode()(value))) as Codec<
    A
  >
}

const toResult = (exit: Exit.Exit<unknown, Schema.SchemaError>): unknown =>
  Exit.isSuccess(exit) ? exit.value : toProblem(exit)
