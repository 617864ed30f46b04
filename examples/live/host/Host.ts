/** A page with an emulator in place of the hosted service. */
import * as Redacted from "effect/Redacted"
import { type Emulator, Faults } from "latchkey/emulator"
import { interceptFetch, startEmulator, type TestEmulator } from "latchkey/emulator/testing"
import { advance, startClock } from "./clock.ts"
import { isolatePage } from "./isolatePage.ts"

/** The project of all examples in the guides, with its keys. */
export const project = {
  id: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11",
  publishableClientKey: "pck_example",
  secretServerKey: "ssk_example",
  superSecretAdminKey: "sak_example"
} as const

/** The initial user. */
export const ada = { email: "ada@example.com", password: "correct horse", displayName: "Ada Lovelace" } as const

/** The state of the network between the page and the service. */
export type Network = "online" | "offline" | "503"

/** A request of the page, with its response. */
export interface SentRequest {
  readonly method: string
  readonly path: string
  /** `undefined` while there is no response, and `failed` if there will be none. */
  readonly status: number | "failed" | undefined
  readonly millis: number | undefined
}

/** A page with an emulator. */
export interface Host {
  readonly emulator: TestEmulator
  /** The id of the initial user. */
  readonly adaId: string
  /** The requests so far, oldest first. */
  readonly requests: ReadonlyArray<SentRequest>
  readonly setNetwork: (network: Network) => Promise<void>
  /** Moves the clock of the page and of the service ahead, by milliseconds. */
  readonly advance: (millis: number) => void
  /** Follows navigations within the page's origin, such as a link to the sign-in page. */
  readonly follow: (open: (url: string) => void) => void
  /** Calls a function after each change of `requests`. Returns a function that stops it. */
  readonly onRequest: (listener: () => void) => () => void
}

/** The navigations that a page shows in place of following them. */
const interceptNavigations = (onNavigate: (url: string) => void): void => {
  globalThis.navigation?.addEventListener("navigate", (event) => {
    // A change of the history within the page stays possible.
    if (event.navigationType === "reload" || event.hashChange || event.destination.sameDocument) return
    event.preventDefault()
    onNavigate(event.destination.url)
  })
}

/** Defines the environment variables of a server, for examples that read them. */
const defineEnvironment = (): void => {
  const env = {
    STACK_PROJECT_ID: project.id,
    STACK_SECRET_SERVER_KEY: project.secretServerKey,
    STACK_SUPER_SECRET_ADMIN_KEY: project.superSecretAdminKey,
    STACK_WEBHOOK_SECRET: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
  }
  // The build replaces `process.env` with the first name.
  Object.assign(globalThis, { exampleEnvironment: env, process: { env } })
}

/** Answers a request to a server of the app: with the kind of its authorization. */
const answerAsApp = (request: Request): Response =>
  Response.json({ authorization: request.headers.get("authorization")?.replace(/ .*/, " …") ?? null })

/** Starts the emulator, with one user and every sign-in method, and answers the page's requests to the service with it. */
export const startHost = async (
  onNavigate: (url: string) => void,
  options: Pick<NonNullable<Emulator.Options["project"]>, "displayName" | "config"> = {}
): Promise<Host> => {
  isolatePage()
  defineEnvironment()
  startClock()
  let open: (url: string) => void = () => {}
  interceptNavigations((url) => {
    onNavigate(url)
    if (new URL(url).origin === location.origin) open(url)
  })
  const emulator = await startEmulator({
    project: {
      id: project.id,
      displayName: options.displayName ?? "Example",
      publishableClientKey: project.publishableClientKey,
      secretServerKey: Redacted.make(project.secretServerKey),
      superSecretAdminKey: Redacted.make(project.superSecretAdminKey),
      config: options.config ?? { anonymousEnabled: true, domains: [location.origin, "https://app.example.com"] }
    },
    // The project whose users own projects.
    internal: {
      publishableClientKey: project.publishableClientKey,
      users: [{ primaryEmail: ada.email, password: Redacted.make(ada.password) }]
    }
  })
  const { id: adaId } = await emulator.createUser({
    displayName: ada.displayName,
    primaryEmail: ada.email,
    password: ada.password,
    otpAuthEnabled: true
  })
  await interceptFetch(emulator)
  const requests: Array<SentRequest> = []
  const listeners = new Set<() => void>()
  const answer = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const { method, url } = new Request(input, init)
    const index = requests.push({ method, path: new URL(url).pathname, status: undefined, millis: undefined }) - 1
    const start = performance.now()
    const settle = (status: SentRequest["status"]) => {
      requests[index] = { ...requests[index]!, status, millis: performance.now() - start }
      for (const listener of listeners) listener()
    }
    for (const listener of listeners) listener()
    try {
      const response =
        await (/^https:\/\/\w+\.example\.com\//.test(url) ? answerAsApp(new Request(input, init)) : answer(input, init))
      settle(response.status)
      return response
    } catch (error) {
      settle("failed")
      throw error
    }
  }
  return {
    emulator,
    adaId,
    requests,
    setNetwork: async (network) => {
      await (network === "online"
        ? emulator.clearFaults()
        : emulator.setFault(network === "offline" ? Faults.offline : Faults.status(503)))
      const isOnline = network !== "offline"
      if (navigator.onLine === isOnline) return
      Object.defineProperty(navigator, "onLine", { configurable: true, value: isOnline })
      dispatchEvent(new Event(isOnline ? "online" : "offline"))
    },
    advance,
    follow: (next) => {
      open = next
    },
    onRequest: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}
