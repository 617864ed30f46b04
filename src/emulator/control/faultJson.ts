/** Faults as JSON, for other processes. */
import type * as Result from "effect/Result"
import { array, check, finite, integer, literal, optional, string, type TypeOf, union } from "../../wire/Codec.ts"
import { struct } from "../../wire/Struct.ts"
import { decodeStrictly } from "../requests/findViolations.ts"
import * as Faults from "./Faults.ts"

const plainFaults = {
  offline: Faults.offline,
  response_lost: Faults.responseLost,
  truncated: Faults.truncated
}

/** The faults with a duration. */
export const timedFaults = {
  slow: Faults.slow,
  response_late: Faults.responseLate,
  clock_ahead: Faults.clockAhead,
  clock_behind: Faults.clockBehind
}

const seconds = () => check(finite, (seconds) => seconds >= 0, "a number of at least 0")

const scopeFields = () => ({ only: optional(string), times: optional(finite) })

/** The codec for a fault. */
export const FaultCodec = /*#__PURE__*/ union(() => [
  // Sound, both: the literals are the keys of the tables.
  ...(Object.keys(plainFaults) as ReadonlyArray<keyof typeof plainFaults>).map((fault) =>
    struct({ fault: literal(fault), ...scopeFields() })
  ),
  ...(Object.keys(timedFaults) as ReadonlyArray<keyof typeof timedFaults>).map((fault) =>
    struct({ fault: literal(fault), seconds: seconds(), ...scopeFields() })
  ),
  struct({ fault: literal("rate_limited"), retryAfterSeconds: optional(seconds()), ...scopeFields() }),
  struct({
    fault: literal("status"),
    status: check(integer, (status) => status >= 200 && status <= 599, "an integer from 200 to 599"),
    body: optional(string),
    ...scopeFields()
  })
])

/** A fault that another process has set, for the next `times` requests to the route `only`. */
export type FaultJson = TypeOf<typeof FaultCodec>

/** Decodes faults. Fails with one sentence for each violation. */
export const decodeFaults = (
  list: ReadonlyArray<unknown>
): Result.Result<ReadonlyArray<FaultJson>, ReadonlyArray<string>> => decodeStrictly(array(FaultCodec), list, "faults")

/** Returns the fault that some JSON describes, for all requests. */
export const toFault = (json: FaultJson): Faults.Fault => {
  if (json.fault === "status") return Faults.status(json.status, { body: json.body })
  if (json.fault !== "rate_limited") {
    return "seconds" in json ? timedFaults[json.fault](json.seconds * 1000) : plainFaults[json.fault]
  }
  const { retryAfterSeconds } = json
  return Faults.rateLimited({ retryAfter: retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000 })
}
