/** The service behind the playground: the emulator with simulated faults. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { Emulator, type EmulatorRequest, Faults, toWebHandler } from "latchkey/emulator"
import { Sessions } from "latchkey/server"
import {
  type Faults as Switches,
  type Mail,
  type Network,
  noFaults,
  noRules,
  project,
  type Rules,
  type Snapshot
} from "../contract.ts"
import { layerServer, options, seed } from "./seed.ts"

export interface Service {
  /** Handles a request under the current faults. Returns `undefined` if the connection is closed without a response. */
  readonly handle: (request: Request) => Promise<Response | undefined>
  readonly setFaults: (faults: Switches) => void
  readonly setRules: (rules: Rules) => Promise<void>
  /** Ends all sessions of a user, as an administrator would. */
  readonly revoke: (userId: string) => Promise<void>
  readonly snapshot: () => Promise<Snapshot>
  /** Calls the listener after each change, until the returned function is called. */
  readonly onChange: (listener: () => void) => () => void
  readonly close: () => Promise<void>
}

/** The fault of each network state. */
const networkFaults: Readonly<Record<Network, Faults.Fault>> = {
  fine: Faults.none,
  offline: Faults.offline,
  portal: Faults.limitTo("POST /auth/oauth/token", Faults.status(200, { body: "<h1>Welcome to our hotel</h1>" })),
  slow: Faults.slow("2500 millis"),
  limited: Faults.rateLimited({ retryAfter: "3 seconds" }),
  failing: Faults.status(503, { body: "Service unavailable" })
}

const toFault = ({ clockAheadMinutes, network }: Switches): Faults.Fault => {
  const off = Duration.minutes(Math.abs(clockAheadMinutes))
  const clock = clockAheadMinutes < 0 ? Faults.clockBehind(off) : Faults.clockAhead(off)
  return Faults.limitTo(isFromPage, Faults.all(clock, networkFaults[network]))
}

/** The server's own requests use the secret server key and bypass the faults. */
const isFromPage = ({ headers }: EmulatorRequest): boolean => headers["x-stack-secret-server-key"] === undefined

export const startService = async (): Promise<Service> => {
  let faults = noFaults
  let rules = noRules
  const listeners = new Set<() => void>()
  const notifyListeners = () => listeners.forEach((listener) => listener())

  const runtime = ManagedRuntime.make(Emulator.layer(options))
  await runtime.runPromise(seed)
  const { configure, inbox, setFault } = await runtime.runPromise(Emulator.Emulator)
  const answer = await runtime.runPromise(toWebHandler)

  return {
    handle: async (request) => {
      const outcome = await answer(request)
      // The faults of the developer tools replace those of the page.
      if (isFaultChange(request)) faults = noFaults
      notifyListeners()
      return outcome.type === "error" ? undefined : outcome
    },
    setFaults: (next) => {
      faults = next
      Effect.runSync(setFault(toFault(next)))
      notifyListeners()
    },
    setRules: async (next) => {
      rules = next
      await runtime.runPromise(configure(next, project.id))
      notifyListeners()
    },
    revoke: async (userId) => {
      await runtime.runPromise(
        Sessions.list(userId).pipe(
          Effect.flatMap((sessions) => Effect.forEach(sessions, ({ id }) => Sessions.revoke({ userId, id }))),
          Effect.provide(layerServer)
        )
      )
      notifyListeners()
    },
    snapshot: async () => {
      const mails = (await runtime.runPromise(inbox({ projectId: project.id }))).map(toMail).reverse()
      return { faults, rules, mails }
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => runtime.dispose()
  }
}

const isFaultChange = ({ method, url }: Request): boolean =>
  method !== "GET" && new URL(url).pathname === "/latchkey/faults"

type Delivered = Effect.Success<ReturnType<Emulator.Emulator["Service"]["inbox"]>>[number]

const toMail = ({ id, link, otp, sentAt, subject, text, to, type }: Delivered): Mail => ({
  id,
  type,
  to: to.join(", "),
  subject,
  text,
  link,
  otp: otp === undefined ? undefined : Redacted.value(otp),
  sentAt: sentAt.getTime()
})
