/** Names of the faults, and the session's reaction to each. */
import type { Network } from "../../../contract.ts"

interface NetworkName {
  readonly name: string
  readonly hint: string
  readonly banner: string
}

export const nameOfNetwork: Readonly<Record<Network, NetworkName>> = {
  fine: {
    name: "Normal",
    hint: "Every request is answered immediately.",
    banner: ""
  },
  offline: {
    name: "Offline",
    hint: "Connections are dropped. Reads are retried with increasing delays. The session is kept and becomes stale.",
    banner: "The network is offline."
  },
  slow: {
    name: "Slow",
    hint: "Responses take 2.5 seconds. Cached data stays visible, and no request is sent twice.",
    banner: "The network is slow."
  },
  limited: {
    name: "Rate limited",
    hint:
      "Every request gets 429 with a Retry-After of three seconds. The client waits exactly that long before it retries.",
    banner: "The service answers every request with 429."
  },
  failing: {
    name: "Unavailable",
    hint: "Every request gets 503. That does not affect the refresh token, so the user stays signed in.",
    banner: "The service answers every request with 503."
  },
  portal: {
    name: "No new tokens",
    hint:
      "Only token refreshes fail: they get a web page, as from a captive portal. When the access token expires, the " +
      "session becomes stale and the user stays signed in.",
    banner: "Token refreshes get a web page instead of a token."
  }
}

export const clocks: ReadonlyArray<{ readonly ahead: number; readonly name: string; readonly hint: string }> = [
  { ahead: 0, name: "In sync", hint: "The service and this device have the same time." },
  {
    ahead: 11,
    name: "11 minutes ahead",
    hint:
      "For the service, every access token has expired, although it looks valid here. It is rejected once, then refreshed."
  },
  { ahead: 60, name: "An hour ahead", hint: "Longer than the lifetime of any access token issued so far." },
  {
    ahead: -60,
    name: "An hour behind",
    hint: "New tokens start in the past. The session accounts for the clock skew, so they are valid for ten minutes."
  }
]

/** The choices for required email verification. */
export const verifications = [
  { value: "optional", name: "Optional", hint: "Users can use the app before they verify their email." },
  {
    value: "required",
    name: "Required",
    hint: "Users with an unverified email are restricted and sent to the onboarding page first."
  }
] as const

/** Returns the fault of the clock, as the end of a sentence. */
export const nameOfClock = (minutes: number): string =>
  minutes > 0 ? `${minutes} minutes ahead` : `${-minutes} minutes behind`
