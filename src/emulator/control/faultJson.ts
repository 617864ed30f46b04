/** Faults as JSON, for other processes. */
import {
  array,
  check,
  type Codec,
  finite,
  integer,
  literal,
  optional,
  string,
  type TypeOf,
  union
} from "../../wire/Codec.ts"
import { struct } from "../../wire/Struct.ts"
import * as Faults from "./Faults.ts"

const seconds = () => check(finite, (seconds) => seconds >= 0, "a number of at least 0")

const scopeFields = () => ({ only: optional(string), times: optional(finite) })

/** The codec for a fault. */
export const FaultCodec = /*#__PURE__*/ union(() => [
  ...(["offline", "response_lost", "truncated"] as const).map((fault) =>
    struct({ fault: literal(fault), ...scopeFields() })
  ),
  ...(["slow", "response_late", "clock_ahead", "clock_behind"] as const).map((fault) =>
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

/**
 * A fault that another process has set, with the number of requests that it affects, and the route that it is limited
 * to.
 */
export type FaultJson = TypeOf<typeof FaultCodec>

/** The codec for faults in a list. */
export const FaultsCodec: Codec<ReadonlyArray<FaultJson>> = /*#__PURE__*/ array(FaultCodec)

/** Returns the fault that some JSON describes, for all requests. */
export const toFault = (json: FaultJson): Faults.Fault => {
  switch (json.fault) {
    case "offline":
      return Faults.offline
    case "response_lost":
      return Faults.responseLost
    case "truncated":
      return Faults.truncated
    case "slow":
      return Faults.slow(json.seconds * 1000)
    case "response_late":
      return Faults.responseLate(json.seconds * 1000)
    case "clock_ahead":
      return Faults.clockAhead(json.seconds * 1000)
    case "clock_behind":
      return Faults.clockBehind(json.seconds * 1000)
    case "rate_limited":
      return Faults.rateLimited({
        retryAfter: json.retryAfterSeconds === undefined ? undefined : json.retryAfterSeconds * 1000
      })
    case "status":
      return Faults.status(json.status, { body: json.body })
  }
}
