/** What faults are called, and what the session does about each. */
import type { Network } from "../../../contract.ts"

interface NetworkName {
  readonly name: string
  readonly hint: string
  readonly banner: string
}

export const nameOfNetwork: Readonly<Record<Network, NetworkName>> = {
  fine: {
    name: "In order",
    hint: "Every request is answered at once.",
    banner: ""
  },
  offline: {
    name: "Offline",
    hint: "Connections are cut. What only reads is tried again with growing waits; the session stays, and turns stale.",
    banner: "The network is offline."
  },
  slow: {
    name: "Slow",
    hint: "Answers take two and a half seconds. What is known stays on the page meanwhile, and nothing is asked twice.",
    banner: "The network is slow."
  },
  limited: {
    name: "Too many requests",
    hint: "The answer is 429, try again after three seconds. The client waits exactly that long before it does.",
    banner: "The service answers 429 to everything."
  },
  failing: {
    name: "Out of order",
    hint: "The answer is 503. That says nothing about the refresh token, so nobody is signed out by it.",
    banner: "The service answers 503 to everything."
  },
  portal: {
    name: "No new tokens",
    hint:
      "Only the refresh goes wrong: another page answers it, as in a hotel's network. Once the access token is over, " +
      "the session turns stale, and nobody is signed out.",
    banner: "Another page answers in place of new tokens."
  }
}

export const clocks: ReadonlyArray<{ readonly ahead: number; readonly name: string; readonly hint: string }> = [
  { ahead: 0, name: "Right", hint: "The service and this device agree." },
  {
    ahead: 11,
    name: "11 minutes ahead",
    hint: "Every access token is over for the service, and looks good here. It is refused once, and got anew."
  },
  { ahead: 60, name: "An hour ahead", hint: "Farther than any access token lives that was issued up to now." },
  {
    ahead: -60,
    name: "An hour behind",
    hint:
      "New tokens begin in the past. The session reckons with the service's clock, so they are good for ten minutes."
  }
]

/** Whether the project requires verified email addresses. */
export const verifications = [
  { value: "optional", name: "Optional", hint: "Users can use the app before they verify their email." },
  {
    value: "required",
    name: "Required",
    hint: "A user whose email is not verified is restricted: the app leads them through the page onboarding first."
  }
] as const

/** The clock's fault as the end of a sentence. */
export const nameOfClock = (minutes: number): string =>
  minutes > 0 ? `${minutes} minutes ahead` : `${-minutes} minutes behind`
