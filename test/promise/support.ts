/** Shared by the tests of the Promise client: an emulator in memory, clients that use it, and pages of an app. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { Client, Cookies, fromFetch, Navigation, Page, TabStorage, TokenStore, Transport } from "latchkey"
import { Emulator, toWebHandler } from "latchkey/emulator"
import { startEmulator, type TestEmulator } from "latchkey/emulator/testing"
import { type AuthClient, type AuthClientOptions, createAuthClient } from "latchkey/promise"
import { Secret, TOTP } from "otpauth"
import { makeAuthClient } from "../../src/promise/makeAuthClient.ts"
import { makeRuntime } from "../../src/promise/openRuntime.ts"

export const appUrl = "http://localhost:3000"
export const email = "ada@example.com"
export const password = "correct horse"
export const ada = { email, password }

/** An emulator in memory. Its clients are disposed with it. */
export interface Service extends AsyncDisposable {
  readonly emulator: TestEmulator
  readonly fetch: typeof globalThis.fetch
  /** Every request so far, such as `GET /users/me`. Requests to other origins than the service's have their complete URL. */
  readonly requests: Array<string>
  /** Runs before each response, so that a test can delay it. */
  beforeResponse: () => Promise<void> | void
  /** Creates a client with its session in memory. */
  readonly client: (options?: AuthClientOptions) => AuthClient
  /** Creates a client with a page. */
  readonly page: (url: string, options?: PageOptions) => TestPage
}

export const startService = async (options: Emulator.Options = {}): Promise<Service> => {
  const emulator = await startEmulator(options)
  const handle = await emulator.run(toWebHandler)
  const requests: Array<string> = []
  const disposables: Array<() => Promise<void>> = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { origin, pathname } = new URL(request.url)
    const isOwn = origin === serviceOrigin
    requests.push(`${request.method} ${isOwn ? pathname.replace("/api/v1", "") : request.url}`)
    if (!isOwn) throw new Error(`The emulator is not at ${origin}`)
    const response = await handle(request)
    await service.beforeResponse()
    request.signal.throwIfAborted()
    if (response.type === "error") throw new TypeError("fetch failed")
    return response
  }
  const keep = <A extends { readonly auth: AuthClient }>(made: A): A => {
    disposables.push(() => made.auth[Symbol.asyncDispose]())
    return made
  }
  const service: Service = {
    emulator,
    fetch,
    requests,
    beforeResponse: () => {},
    client: (options) =>
      keep({ auth: createAuthClient({ ...Emulator.clientOptions, appUrl, fetch, ...options }) }).auth,
    page: (url, options) => keep(makePage(fetch, url, options)),
    [Symbol.asyncDispose]: async () => {
      for (const dispose of disposables) await dispose()
      await emulator.close()
    }
  }
  return service
}

const serviceOrigin = "https://api.stack-auth.com"

export interface PageOptions extends Navigation.NavigationOptions {
  /** The cookies, the tokens and the storage of another page, as after a reload. */
  readonly after?: TestPage | undefined
  /** More services of the host, such as passkeys. */
  readonly host?: Layer.Layer<never> | undefined
}

/** A page of an app, and its client. */
export interface TestPage {
  readonly auth: AuthClient
  readonly url: () => string
  /** Opens another URL, without another client. */
  readonly goTo: (url: string) => void
  /** The URLs that the page has left for. */
  readonly left: ReadonlyArray<string>
  readonly context: Context.Context<Cookies.Cookies | TokenStore.TokenStore>
}

const makePage = (
  fetch: typeof globalThis.fetch,
  url: string,
  { after, host = Layer.empty, ...navigation }: PageOptions = {}
): TestPage => {
  const left: Array<string> = []
  const memory = Effect.runSync(Page.makeMemory(url))
  const page = Page.Page.of({
    ...memory,
    goTo: (url) => Effect.andThen(Effect.sync(() => left.push(url)), memory.goTo(url)),
    settle: Effect.void
  })
  const context = after?.context ?? Effect.runSync(Effect.gen(function*() {
    return Context.make(Cookies.Cookies, yield* Cookies.makeMemory).pipe(
      Context.add(TokenStore.TokenStore, yield* TokenStore.makeMemory(undefined)),
      Context.add(TabStorage.TabStorage, yield* TabStorage.makeMemory)
    )
  }))
  const layer = Client.layer(Emulator.clientOptions).pipe(
    Layer.provideMerge(Navigation.layer({ redirectMethod: "window", ...navigation })),
    Layer.provide(Layer.succeed(Page.Page, page)),
    Layer.provideMerge(Layer.merge(Layer.succeedContext(context), host)),
    Layer.provideMerge(Layer.succeed(Transport, fromFetch(fetch)))
  )
  const scope = Scope.makeUnsafe()
  const services = Effect.runSync(Layer.buildWithScope(layer, scope))
  const auth = makeAuthClient(makeRuntime(services, scope), {
    options: { ...Emulator.clientOptions, fetch },
    getOrigins: () => [new URL(url).origin]
  })
  return {
    auth,
    left,
    context,
    url: () => Effect.runSync(memory.url),
    goTo: (url) => Effect.runSync(memory.goTo(url))
  }
}

/** Turns on the second factor of the signed-in user. Returns a function that generates codes of the authenticator app. */
export const enableSecondFactor = async (auth: AuthClient): Promise<(aheadMillis?: number) => string> => {
  const setup = await auth.totp.generate().orThrow()
  const app = new TOTP({ secret: Secret.fromBase32(setup.setupKey) })
  await setup.enable(app.generate()).orThrow()
  return (aheadMillis = 0) => app.generate({ timestamp: Date.now() + aheadMillis })
}

/** Returns a promise's rejection. */
export const rejection = async (promise: Promise<unknown>): Promise<unknown> => {
  const outcome = await promise.then((value) => ({ value }), (reason: unknown) => ({ reason }))
  if ("value" in outcome) throw new Error("It was not rejected")
  return outcome.reason
}

/** Returns what a function throws. */
export const thrown = (f: () => unknown): unknown => {
  try {
    f()
  } catch (error) {
    return error
  }
  throw new Error("It did not throw")
}

/** Waits until a condition holds. */
export const until = async (condition: () => boolean): Promise<void> => {
  const end = Date.now() + 10_000
  while (!condition()) {
    if (Date.now() > end) throw new Error("The condition does not hold")
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

/** Runs promises and immediates, for a check that nothing happens. */
export const flush = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}
