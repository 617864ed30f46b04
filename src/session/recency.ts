/** How recent a sign-in must be, and the proof in an access token. Servers and clients share it. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Claims } from "./Claims.ts"
import type { OptionNames } from "./optionNames.ts"
import { check, checkNames, type InvalidOptions } from "./options.ts"

/** How recent a sign-in must be, and how strong. */
export type RecentRequirement = {
  /**
   * The longest time since the sign-in: at least 10 seconds, and rounded down to whole seconds. A number is in milliseconds, so
   * prefer a text such as `"5 minutes"`.
   */
  readonly within: Duration.Input
  /** With `"second"`, the user must have a second factor too, which each sign-in then asks for. */
  readonly factor?: "second" | undefined
}

const names: OptionNames<RecentRequirement> = { within: true, factor: true }

/** A shorter time is likely one in seconds, and too short for a sign-in and the repeated request. */
const leastSeconds = 10

/** The service's clock may be ahead. A later time is no proof. */
const toleranceMillis = 60_000

/** Returns the longest time since the sign-in, in seconds. An undefined or misspelled option must not pass. */
export const readMaxAge = (requirement: RecentRequirement): Effect.Effect<number, InvalidOptions> =>
  Effect.gen(function*() {
    yield* checkNames(requirement, names)
    const { factor, within } = requirement
    const duration = Duration.fromInput(within)
    const seconds = duration._tag === "Some" ? Math.floor(Duration.toMillis(duration.value) / 1000) : NaN
    const isValid = Number.isFinite(seconds) && seconds >= leastSeconds
    yield* check("within", isValid, `must be a duration of at least ${leastSeconds} seconds, such as "5 minutes"`)
    yield* check("factor", factor === undefined || factor === "second", "must be \"second\" or undefined")
    return seconds
  })

/** Returns `true` if a session began within the time, by one clock. All values are in milliseconds. */
export const isWithin = (begin: number, now: number, withinMillis: number): boolean =>
  now - begin <= withinMillis && begin - now <= toleranceMillis

/**
 * Returns whether claims prove that the sign-in was recent or that it was not; `undefined` if they prove neither. A session
 * begins after the sign-up, and before its tokens are issued.
 */
export const judgeByClaims = (
  { issuedAt, signedUpAt }: Pick<Claims, "issuedAt" | "signedUpAt">,
  now: number,
  withinMillis: number
): boolean | undefined => {
  if (issuedAt !== undefined && now - issuedAt.getTime() > withinMillis) return false
  return signedUpAt !== undefined && isWithin(signedUpAt.getTime(), now, withinMillis) ? true : undefined
}
