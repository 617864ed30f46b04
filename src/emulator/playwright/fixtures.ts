/** Playwright Test fixtures: one emulator for each worker, reset before each test. */
import type {
  BrowserContext,
  Fixtures,
  Page,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions
} from "@playwright/test"
import * as Duration from "effect/Duration"
import { getAllNames } from "../../call/environment.ts"
import { hostedApi } from "../../session/apiUrl.ts"
import type { Options } from "../Emulator.ts"
import { serve } from "../node.ts"
import { startEmulator, type TestEmulator, type TestSession } from "../TestEmulator.ts"
import { forwardRequests } from "./forwardRequests.ts"
import { type SignInOptions, storeSession } from "./storeSession.ts"

/** Options for the fixtures, in the Playwright config's `use.emulatorOptions` or in `test.use`. */
export type EmulatorFixtureOptions = {
  /** The state that each test starts with: the project with its id and keys, users, settings. */
  readonly emulator?: Options | undefined
  /**
   * The API root URLs that the app is configured with. Requests to them are answered by the worker's emulator.
   * The default is the environment's `STACK_API_URL`, also under its other names and with `VITE_`, the hosted service, and
   * `npx latchkey emulator`: port 8102 on `127.0.0.1` and `localhost`.
   */
  readonly apiUrl?: string | ReadonlyArray<string> | undefined
  /**
   * The first worker's emulator port, for servers that call the API. The next worker uses the next port. A free port by
   * default.
   */
  readonly port?: number | undefined
}

/** A test's emulator. It is reset before each test. */
export interface EmulatorFixture extends Omit<TestEmulator, "advanceClock" | "close" | "createSession" | "envAt"> {
  /** This worker's emulator URL, for programs outside the browser. */
  readonly url: string
  /** The environment variables for a server that uses this worker's emulator, for Node.js, Next.js and Vite. */
  readonly env: Readonly<Record<string, string>>
  /** Creates a user's session. Use it for token stores that `signIn` does not know. */
  readonly createSession: (user: { readonly id: string }) => Promise<TestSession>
  /**
   * Signs a user in, without the UI: creates a session, and stores its tokens as the app's token store does. A page that is
   * already open reads them within 100 ms from cookies, and after a reload from a storage.
   */
  readonly signIn: (
    target: Page | BrowserContext,
    user: { readonly id: string },
    options?: SignInOptions
  ) => Promise<TestSession>
  /**
   * Answers a browser context's requests to the API with the emulator. The fixtures `context` and `page` are already
   * connected, and `signIn` connects its context; call it for other contexts from `browser.newContext()`.
   */
  readonly connect: (context: BrowserContext) => Promise<void>
  /**
   * Moves the service's clock ahead. With a page or a context in `with`, its `page.clock` moves by the same time:
   * it is installed if necessary, and its due timers fire once.
   */
  readonly advanceClock: (
    duration: Duration.Input,
    options?: { readonly with?: Page | BrowserContext | undefined }
  ) => Promise<void>
}

/** A test's fixtures. */
export interface EmulatorFixtures {
  readonly emulator: EmulatorFixture
}

/** A worker's fixtures. */
export interface EmulatorWorkerFixtures {
  readonly emulatorOptions: EmulatorFixtureOptions
  readonly emulatorServer: EmulatorServer
}

/** A worker's emulator, for fixtures that start the app's server. */
export interface EmulatorServer {
  readonly emulator: TestEmulator
  readonly url: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * Creates the fixtures for `test.extend`.
 *
 * **Example** (Adding the emulator to other fixtures)
 *
 * ```ts
 * import { test as base } from "@playwright/test"
 * import { type EmulatorFixtures, emulatorFixtures, type EmulatorWorkerFixtures } from "latchkey/emulator/playwright"
 *
 * export const test = base.extend<EmulatorFixtures, EmulatorWorkerFixtures>(emulatorFixtures())
 * ```
 */
export const emulatorFixtures = (defaults: EmulatorFixtureOptions = {}): Fixtures<
  EmulatorFixtures,
  EmulatorWorkerFixtures,
  PlaywrightTestArgs & PlaywrightTestOptions,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> => ({
  emulatorOptions: [defaults, { option: true, scope: "worker" }],

  emulatorServer: [async ({ emulatorOptions: { emulator: options, port } }, use, { parallelIndex }) => {
    const emulator = await startEmulator(options)
    const { url } = await emulator.run(serve({ port: port === undefined ? 0 : port + parallelIndex }))
    await use({ emulator, url, env: emulator.envAt(url) })
    await emulator.close()
  }, { scope: "worker" }],

  emulator: async ({ baseURL, emulatorOptions, emulatorServer: { emulator, env, url } }, use) => {
    await emulator.reset()
    const { advanceClock, close: _close, createSession, envAt: _envAt, ...shared } = emulator
    const [apiUrl, ...otherUrls] = getApiUrls(emulatorOptions)
    const connected = new Set<BrowserContext>()
    const connect = async (context: BrowserContext) => {
      if (connected.has(context)) return
      connected.add(context)
      context.once("close", () => connected.delete(context))
      await forwardRequests(context, emulator, [apiUrl, ...otherUrls])
    }
    const create = (user: { readonly id: string }) => createSession(user, apiUrl)
    await use({
      ...shared,
      url,
      env,
      connect,
      createSession: create,
      signIn: async (target, user, options = {}) => {
        const context = "context" in target ? target.context() : target
        await connect(context)
        const appUrl = findAppUrl(target, options.url, baseURL)
        const session = await create(user)
        await storeSession(target, appUrl, emulator.projectId, session, options)
        return session
      },
      advanceClock: async (duration, options = {}) => {
        await advanceClock(duration)
        await options.with?.clock.fastForward(Duration.toMillis(Duration.fromInputUnsafe(duration)))
      }
    })
    // The fixtures' context is closed by now. Others may have requests in flight.
    for (const context of connected) await context.unrouteAll({ behavior: "ignoreErrors" })
  },

  context: async ({ context, emulator }, use) => {
    await emulator.connect(context)
    await use(context)
    // Requests in flight when a test ends are not errors.
    await context.unrouteAll({ behavior: "ignoreErrors" })
  }
})

const getApiUrls = ({ apiUrl }: EmulatorFixtureOptions): readonly [string, ...ReadonlyArray<string>] => {
  const given = typeof apiUrl === "string" ? [apiUrl] : apiUrl ?? [
    ...new Set(getAllNames("apiUrl").flatMap((name) => process.env[name] || []))
  ]
  for (const url of given) {
    if (!URL.canParse(url)) throw new Error(`emulatorOptions.apiUrl is not a URL: ${url}`)
  }
  const others = apiUrl === undefined ? ["http://127.0.0.1:8102", "http://localhost:8102"] : []
  const [first = hostedApi, ...rest] = given
  return [first, ...rest, ...(apiUrl === undefined && first !== hostedApi ? [hostedApi] : []), ...others]
}

const findAppUrl = (target: Page | BrowserContext, given: string | undefined, baseURL: string | undefined): URL => {
  const shown = "url" in target && /^https?:/.test(target.url()) ? target.url() : undefined
  const url = given ?? shown ?? baseURL
  if (url === undefined || !URL.canParse(url)) {
    throw new Error(
      "emulator.signIn needs the URL of the app: set use.baseURL in playwright.config.ts, pass the option url, or open the page first"
    )
  }
  return new URL(url)
}
