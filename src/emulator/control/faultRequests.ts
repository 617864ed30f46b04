/** The current fault over HTTP: `GET /latchkey/faults` lists it, `PUT` sets it, `DELETE` removes it. */
import * as Effect from "effect/Effect"
import { getNode } from "../../wire/Codec.ts"
import { decode, Problem } from "../../wire/decode.ts"
import { parseJson } from "../../wire/Json.ts"
import { findViolations } from "../requests/findViolations.ts"
import { type EmulatorResponse, encodeOrThrow, makeTextResponse } from "../requests/http.ts"
import { FaultCodec, type FaultJson, FaultsCodec } from "./faultJson.ts"
import type { FaultSwitch } from "./FaultSwitch.ts"

/** Sets the faults in a request's JSON, one or a list. */
export const setFaults = (faults: FaultSwitch, body: string | undefined): Effect.Effect<EmulatorResponse> => {
  const json = parseJson(body ?? "")
  const decoded = decodeFaults(Array.isArray(json) ? json : [json])
  return decoded.faults === undefined
    ? Effect.succeed(makeTextResponse(400, `Invalid fault: ${decoded.violations.join("; ")}`))
    : Effect.as(faults.setAll(decoded.faults), makeTextResponse(200, "Fault set"))
}

/** Decodes faults. Returns one sentence for each violation if it is invalid. */
export const decodeFaults = (list: ReadonlyArray<unknown>): {
  readonly faults: ReadonlyArray<FaultJson> | undefined
  readonly violations: ReadonlyArray<string>
} => {
  const violations = findViolations(getNode(FaultsCodec), list, "faults")
  const decoded = decode(FaultsCodec, list)
  return { violations, faults: violations.length > 0 || decoded instanceof Problem ? undefined : decoded }
}

/**
 * Returns the current faults in the JSON that `setFaults` accepts. A fault set by a program is
 * `{ "fault": "custom" }`, which it does not accept.
 */
export const listFaults = (faults: FaultSwitch): ReadonlyArray<unknown> =>
  faults.list().map((fault) => fault.fault === "custom" ? fault : encodeOrThrow(FaultCodec, fault))
