/** The service behind the playground: the emulator, and what is wrong with it on purpose. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { Emulator, toWebHandler } from "latchkey/emulator"
import { Sessions } from "latchkey/server"
import { type Exchange, type Faults, type Mail, noFaults, project, type Snapshot } from "../contract.ts"
import { layerAhead } from "./clock.ts"
import { layerServer, options, seed } from "./seed.ts"

export interface Service {
  /** Answers a request as the service would under the present faults; nothing stands for a connection that is cut. */
  readonly handle: (request: Request) => Promise<Response | undefined>
  readonly setFaults: (faults: Faults) => void
  /** Ends all sessions of a user, as an operator would. */
  readonly revoke: (userId: string) => Promise<void>
  readonly snapshot: () => Promise<Snapshot>
  /** Tells of every change until the function that it returns is called. */
  readonly onChange: (listener: () => void) => () => void
  readonly close: () => Promise<void>
}

/** How many requests are remembered. */
const memory = 30

const slowness = 2500

export const startService = async (): Promise<Service> => {
  let faults = noFaults
  let exchanges: ReadonlyArray<Exchange> = []
  let count = 0
  const listeners = new Set<() => void>()
  const changed = () => listeners.forEach((listener) => listener())

  const clock = layerAhead(() => faults.clockAheadMinutes * 60_000)
  const runtime = ManagedRuntime.make(Layer.provideMerge(Emulator.layer(options), clock))
  await runtime.runPromise(seed)
  const answer = await runtime.runPromise(toWebHandler)

  const answerOrNot = async (request: Request): Promise<Response | undefined> => {
    switch (faults.network) {
      case "offline":
        return undefined
      case "limited":
        return new Response("Too many requests", { status: 429, headers: { "retry-after": "3" } })
      case "failing":
        return new Response("The service is being repaired", { status: 503 })
      case "portal":
        return pathOf(request.url) === "/auth/oauth/token"
          ? new Response("<h1>Welcome to our hotel</h1>")
          : answer(request)
      case "slow":
        await new Promise((resolve) => setTimeout(resolve, slowness))
        return answer(request)
      case "fine":
        return answer(request)
    }
  }

  return {
    handle: async (request) => {
      const { method, url } = request
      const exchange = { id: ++count, method, path: pathOf(url), status: undefined, at: Date.now() }
      const response = await answerOrNot(request)
      exchanges = [{ ...exchange, status: response?.status }, ...exchanges].slice(0, memory)
      changed()
      return response
    },
    setFaults: (next) => {
      faults = next
      changed()
    },
    revoke: async (userId) => {
      await runtime.runPromise(
        Sessions.list(userId).pipe(
          Effect.flatMap((sessions) => Effect.forEach(sessions, ({ id }) => Sessions.revoke({ userId, id }))),
          Effect.provide(layerServer)
        )
      )
      changed()
    },
    snapshot: async () => {
      const emulator = Effect.flatMap(Emulator.Emulator, ({ inbox }) => inbox({ projectId: project.id }))
      const mails = (await runtime.runPromise(emulator)).map(mailOf).reverse()
      return { faults, mails, exchanges }
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => runtime.dispose()
  }
}

const pathOf = (url: string): string => new URL(url).pathname.replace(/^\/api\/v1/, "")

type Delivered = Effect.Success<ReturnType<Emulator.Emulator["Service"]["inbox"]>>[number]

const mailOf = ({ id, link, otp, sentAt, subject, text, to, type }: Delivered): Mail => ({
  id,
  type,
  to: to.join(", "),
  subject,
  text,
  link,
  otp: otp === undefined ? undefined : Redacted.value(otp),
  sentAt: sentAt.getTime()
})
