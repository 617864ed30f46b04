/** The types and constants shared by the playground's page and its server. */

/** The project of the playground. */
export const project = {
  id: "00000000-0000-4000-8000-00000000a11e",
  publishableClientKey: "pck_playground",
  displayName: "Latchkey Playground"
} as const

/** The initial users. */
export const people = [
  { displayName: "Ada Lovelace", email: "ada@example.com", password: "correct horse battery" },
  { displayName: "Grace Hopper", email: "grace@example.com", password: "a ship in port is safe" }
] as const

/** The states of the network between the page and the service. */
export const networks = ["fine", "offline", "portal", "slow", "limited", "failing"] as const

export type Network = typeof networks[number]

/** The simulated faults. */
export interface Faults {
  readonly network: Network
  /** The clock skew of the service in minutes; negative if it is behind this machine. */
  readonly clockAheadMinutes: number
}

export const noFaults: Faults = { network: "fine", clockAheadMinutes: 0 }

/** The project settings that the page can change. */
export interface Rules {
  /** `true` if users with an unverified email are restricted. */
  readonly requireEmailVerification: boolean
}

export const noRules: Rules = { requireEmailVerification: false }

/** An email in the emulator's inbox. */
export interface Mail {
  readonly id: string
  readonly type: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The URL of its button. */
  readonly link: string | undefined
  /** The six-character code. */
  readonly otp: string | undefined
  readonly sentAt: number
}

/** The server's state. */
export interface Snapshot {
  readonly faults: Faults
  readonly rules: Rules
  /** Newest first. */
  readonly mails: ReadonlyArray<Mail>
}

/** The URLs of the control API. Changes are `PUT` and `POST` requests with a JSON body. */
export const control = {
  /** An event stream of snapshots. */
  events: "/playground/events",
  faults: "/playground/faults",
  rules: "/playground/rules",
  revoke: "/playground/revoke"
} as const
