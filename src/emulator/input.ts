/**
 * From what a request says to the input that its description asks for.
 *
 * @since 0.1.0
 */
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { problemOf } from "../call/problem.ts"
import type { Any } from "../wire/Endpoint.ts"
import { isObject } from "../wire/Json.ts"
import { oncePerCodec } from "../wire/Struct.ts"
import { schemaError } from "./checks.ts"

/**
 * The parts of a request's input.
 *
 * @category models
 * @since 0.1.0
 */
export const parts = ["params", "query", "payload"] as const

/** @since 0.1.0 */
export type Part = typeof parts[number]

const decoder = /*#__PURE__*/ oncePerCodec((codec) => Schema.decodeUnknownExit(codec, { onExcessProperty: "error" }))

/**
 * Decodes one part of the input of an endpoint. The service takes no field that it does not know, and takes nothing for
 * another type: such input is a `SchemaError`.
 *
 * @category conversion
 * @since 0.1.0
 */
export const decode = (endpoint: Any, part: Part, value: unknown): unknown => {
  if (!isObject(value)) return schemaError(`The ${part} must be an object`)
  const codec = endpoint[part]
  for (const name in value) {
    if (!codec?.wireNames.includes(name)) return schemaError(`The ${part} has an unknown property ${name}`)
  }
  if (codec === undefined) return undefined
  const exit = decoder(codec)(value)
  return Exit.isSuccess(exit) ? exit.value : schemaError(`In the ${part}, ${problemOf(exit).message}`)
}
