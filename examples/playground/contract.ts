/** What the playground's page and its server agree on. */

/** The project that the server starts with. */
export const project = {
  id: "00000000-0000-4000-8000-00000000a11e",
  publishableClientKey: "pck_playground",
  displayName: "Latchkey Playground"
} as const

/** Who exists from the start. */
export const people = [
  { displayName: "Ada Lovelace", email: "ada@example.com", password: "correct horse battery" },
  { displayName: "Grace Hopper", email: "grace@example.com", password: "a ship in port is safe" }
] as const

/** What the network between the page and the service is like. */
export const networks = ["fine", "offline", "portal", "slow", "limited", "failing"] as const

export type Network = typeof networks[number]

/** What is wrong with the service on purpose. */
export interface Faults {
  readonly network: Network
  /** How far the service's clock is ahead of this machine's; behind it when negative. */
  readonly clockAheadMinutes: number
}

export const noFaults: Faults = { network: "fine", clockAheadMinutes: 0 }

/** The rules of the project that can be switched. */
export interface Rules {
  /** Whether a user whose email address is not verified is restricted. */
  readonly requireEmailVerification: boolean
}

export const noRules: Rules = { requireEmailVerification: false }

/** A mail of the emulator's inbox. */
export interface Mail {
  readonly id: string
  readonly type: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Where its button leads. */
  readonly link: string | undefined
  /** The six characters to type instead. */
  readonly otp: string | undefined
  readonly sentAt: number
}

/** A request that the service was sent, and what became of it. */
export interface Exchange {
  readonly id: number
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** Nothing, where the connection was cut. */
  readonly status: number | undefined
  readonly at: number
}

/** All that the server tells the page about itself. */
export interface Snapshot {
  readonly faults: Faults
  readonly rules: Rules
  /** Newest first. */
  readonly mails: ReadonlyArray<Mail>
  /** Newest first. */
  readonly exchanges: ReadonlyArray<Exchange>
}

/** The addresses of the control API. It changes things by `PUT` and `POST` with a JSON body. */
export const control = {
  /** A stream of snapshots. */
  events: "/playground/events",
  faults: "/playground/faults",
  rules: "/playground/rules",
  revoke: "/playground/revoke"
} as const
