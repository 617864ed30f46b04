/**
 * Faults over HTTP: `PUT /latchkey/faults` sets the fault, `DELETE` removes it.
 *
 * Like the inbox, this endpoint belongs to the emulator and not to the service. It needs no key, and no fault affects
 * it.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { array, check, finite, getNode, integer, literal, optional, string, type TypeOf, union } from "../wire/Codec.ts"
import { decode, Problem } from "../wire/decode.ts"
import { parseJson } from "../wire/Json.ts"
import { struct } from "../wire/Struct.ts"
import * as Faults from "./Faults.ts"
import { findViolations } from "./findViolations.ts"
import { cors, type EmulatorRequest, type EmulatorResponse, makeTextResponse } from "./http.ts"
import { inboxPath } from "./inbox.ts"

const path = "/latchkey/faults"

/**
 * Returns `true` if a request is for the faults endpoint. Paths below `/api` belong to the service.
 *
 * @category guards
 * @since 0.1.0
 */
export const isFaultRequest = ({ method, url }: EmulatorRequest): boolean =>
  method !== "OPTIONS" && emulatorPathOf(url).endsWith(path)

/**
 * Returns `true` if the current fault applies to a request. CORS preflights and requests for the inbox or the faults
 * endpoint are exempt.
 *
 * @category guards
 * @since 0.1.0
 */
export const isSubjectToFaults = ({ method, url }: EmulatorRequest): boolean =>
  method !== "OPTIONS" && ![inboxPath, path].some((own) => emulatorPathOf(url).endsWith(own))

/** Returns the path of a URL outside the API, or an empty string. */
const emulatorPathOf = (url: string): string => {
  if (!url.includes("/latchkey/") || !URL.canParse(url)) return ""
  const { pathname } = new URL(url)
  return pathname.includes("/api/") ? "" : pathname
}

const seconds = () => check(finite, (seconds) => seconds >= 0, "a number of at least 0")

const scopeFields = () => ({ only: optional(string), times: optional(finite) })

const FaultJson = /*#__PURE__*/ union(() => [
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

const FaultsJson = /*#__PURE__*/ array(FaultJson)

const toFault = (json: TypeOf<typeof FaultJson>): Faults.Fault => {
  const counted = json.times === undefined ? toUnlimitedFault(json) : Faults.times(json.times, toUnlimitedFault(json))
  return json.only === undefined ? counted : Faults.limitTo(json.only, counted)
}

const toUnlimitedFault = (json: TypeOf<typeof FaultJson>): Faults.Fault => {
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

/**
 * Handles a request that sets or removes the fault.
 *
 * @category handlers
 * @since 0.1.0
 */
export const handleFaultRequest = Effect.fnUntraced(function*(
  { body, method }: EmulatorRequest,
  setFault: (fault: Faults.Fault | undefined) => Effect.Effect<void>
): Effect.fn.Return<EmulatorResponse> {
  const answer = (status: number, text: string): EmulatorResponse => {
    const response = makeTextResponse(status, text)
    return { ...response, headers: { ...cors, "cache-control": "no-store", ...response.headers } }
  }
  if (method === "DELETE") {
    yield* setFault(undefined)
    return answer(200, "Fault removed")
  }
  if (method !== "PUT") return answer(405, "Use PUT to set a fault, or DELETE to remove it")
  const json = parseJson(body ?? "")
  const list: ReadonlyArray<unknown> = Array.isArray(json) ? json : [json]
  const violations = findViolations(getNode(FaultsJson), list, "faults")
  const faults = decode(FaultsJson, list)
  if (violations.length > 0 || faults instanceof Problem) return answer(400, `Invalid fault: ${violations.join("; ")}`)
  yield* setFault(Faults.all(...faults.map(toFault)))
  return answer(200, "Fault set")
})
