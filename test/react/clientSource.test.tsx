// @vitest-environment jsdom
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { InvalidOptions, Navigation, Password } from "latchkey"
import { Emulator, toWebHandler } from "latchkey/emulator"
import {
  AuthProvider,
  type AuthProviderProps,
  EffectAuthProvider,
  type Runtime,
  useRuntime,
  useUser,
  useUserState
} from "latchkey/react"
import { type ReactNode, StrictMode, Suspense } from "react"
import { renderToString } from "react-dom/server"
import { act, atEnd, Catch, errorsAreMeant, makeRoot, password, reactTests, settle } from "./support.tsx"

reactTests()

const requests: Array<string> = []
const traffic = { pending: 0 }

/** The service, at the address of the hosted one, as far as this page can see. */
beforeEach(async () => {
  const service = ManagedRuntime.make(Emulator.layerWithoutTransport())
  atEnd(() => service.dispose())
  const handle = await service.runPromise(toWebHandler)
  await service.runPromise(
    Effect.flatMap(
      Emulator.Emulator,
      ({ createUser }) => createUser({ primaryEmail: "ada@example.com", primaryEmailAuthEnabled: true, password })
    )
  )
  requests.length = 0
  vi.stubGlobal("fetch", (input: string, init: RequestInit) => {
    requests.push(`${init.method} ${new URL(input).pathname.replace("/api/v1", "")}`)
    traffic.pending++
    return handle(new Request(input, init)).finally(() => traffic.pending--)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  for (const cookie of document.cookie.split("; ")) document.cookie = `${cookie.split("=")[0]}=; Max-Age=0; Path=/`
})

const { projectId, publishableClientKey } = Emulator.clientOptions

/** An app that writes all properties inline. */
const App = ({ children, ...more }: Partial<AuthProviderProps>) => (
  <AuthProvider
    {...{ projectId, publishableClientKey, urls: { signIn: "/login" }, ...more } as AuthProviderProps}
  >
    {children}
  </AuthProvider>
)

const Name = () => <b>{useUser()?.primaryEmail ?? "nobody"}</b>

/** Passes the runtime of each render to a function. */
const Collect = ({ to }: { readonly to: (runtime: Runtime) => void }) => {
  to(useRuntime())
  return null
}

/** Renders until the requests of the page have been answered. */
const answered = async () => {
  for (let turn = 0; turn < 5; turn++) {
    do await act(() => new Promise((resolve) => setImmediate(resolve)))
    while (traffic.pending > 0)
  }
}

/** Signs a user in, in a page of this browser that is closed afterwards. */
const signIn = async () => {
  const root = makeRoot()
  let runtime: Runtime | undefined
  await root.render(
    <App>
      <Collect to={(used) => runtime = used} />
    </App>
  )
  await act(() => runtime!.runPromise(Password.signIn({ email: "ada@example.com", password })))
  await root.unmount()
  await settle()
  requests.length = 0
}

describe("AuthProvider with a projectId", () => {
  it("renders twice from mount to user, and sends one request", async () => {
    await signIn()
    const seen: Array<string> = []
    const Counted = () => {
      const state = useUserState()
      seen.push(state._tag === "Ready" ? state.value!.primaryEmail! : state._tag)
      return null
    }
    const root = makeRoot()
    await root.render(
      <App>
        <Counted />
      </App>
    )
    await answered()
    assert.deepStrictEqual(seen, ["Pending", "ada@example.com"])
    assert.deepStrictEqual(requests, ["GET /users/me"])
  })

  it("keeps one client in strict mode, also if a component suspends without a boundary", async () => {
    await signIn()
    const runtimes = new Set<Runtime>()
    const root = makeRoot()
    const page = (count: number): ReactNode => (
      <StrictMode>
        <Suspense fallback="…">
          <App urls={{ signIn: "/login", signUp: "/register" }} redirectMethod={{ navigate: () => {} }}>
            <Name />
            {count}
            <Collect to={(runtime) => runtimes.add(runtime)} />
          </App>
        </Suspense>
      </StrictMode>
    )
    for (let count = 0; count < 5; count++) {
      await root.render(page(count))
      await answered()
    }
    assert.strictEqual(root.text(), "ada@example.com4")
    assert.strictEqual(runtimes.size, 1)
    assert.deepStrictEqual(requests, ["GET /users/me"])
  })

  it("creates another client if an option changes, and mounts the components again", async () => {
    await signIn()
    const runtimes = new Set<Runtime>()
    const root = makeRoot()
    for (const other of [projectId, "internal", projectId]) {
      await root.render(
        <App projectId={other}>
          <Suspense fallback="…">
            <Name />
          </Suspense>
          <Collect to={(runtime) => runtimes.add(runtime)} />
        </App>
      )
      await answered()
      assert.strictEqual(root.text(), other === projectId ? "ada@example.com" : "nobody")
    }
    assert.strictEqual(runtimes.size, 3)
  })

  it("calls the function navigate of the last render", async () => {
    const calls: Array<string> = []
    const root = makeRoot()
    let runtime: Runtime | undefined
    const show = (name: string, method: Navigation.RedirectMethod) =>
      root.render(
        <App key={name.split(" ")[0]} redirectMethod={method}>
          <Collect to={(used) => runtime = used} />
        </App>
      )
    const go = () => Promise.race([runtime!.runPromise(Navigation.redirectTo("signIn")).catch(() => {}), answered()])
    for (const name of ["custom 1", "custom 2"]) {
      await show(name, { navigate: (url) => void calls.push(`${name}: ${url}`) })
      await go()
    }
    for (const name of ["next 1", "next 2"]) {
      const router = { push: (url: string) => void calls.push(`${name}: ${url}`), replace: () => {} }
      await show(name, { nextjs: { redirect: () => assert.fail("on a server only"), router } })
      await go()
    }
    const path = "/login?after_auth_return_to=%2F"
    assert.deepStrictEqual(calls, ["custom 1", "custom 2", "next 1", "next 2"].map((name) => `${name}: ${path}`))
  })

  it.each([undefined, ""])(
    "throws InvalidOptions for the projectId %j, in browsers and on servers",
    async (missing) => {
      errorsAreMeant()
      const caught: Array<unknown> = []
      const root = makeRoot()
      // An untyped variable of the environment.
      const app = <App projectId={missing as never}>never</App>
      await root.render(<Catch caught={caught}>{app}</Catch>)
      assert.instanceOf(caught[0], InvalidOptions)
      assert.strictEqual((caught[0] as InvalidOptions).option, "projectId")
      assert.strictEqual(
        root.text(),
        "caught AuthProvider has no projectId. Pass it, and check that its environment variable is set " +
          "during the build"
      )
      assert.throws(() => renderToString(app), /has no projectId/)
    }
  )

  it("throws InvalidOptions for an option with an unknown name, and sends nothing", async () => {
    errorsAreMeant()
    const caught: Array<unknown> = []
    const root = makeRoot()
    const options = { projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11", baseUrl: "https://auth.example.com" }
    await root.render(
      <Catch caught={caught}>
        <Suspense fallback="…">
          <AuthProvider {...options}>never</AuthProvider>
        </Suspense>
      </Catch>
    )
    await answered()
    assert.instanceOf(caught[0], InvalidOptions)
    assert.strictEqual((caught[0] as InvalidOptions).message, "The option baseUrl is unknown: it is called apiUrl")
  })

  it("ignores the data attributes that build tools add, also for the choice of the shared client", async () => {
    const root = makeRoot()
    const runtimes = new Set<Runtime>()
    const options = { projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" }
    for (
      const attributes of [{}, { "data-sentry-element": "AuthProvider" }, { "data-tsd-source": "/src/app.tsx:7:5" }]
    ) {
      await root.render(
        <Suspense fallback="…">
          <AuthProvider {...options} {...attributes}>
            ready<Collect to={(runtime) => void runtimes.add(runtime)} />
          </AuthProvider>
        </Suspense>
      )
      await answered()
      assert.strictEqual(root.text(), "ready")
    }
    assert.strictEqual(runtimes.size, 1)
  })

  it("throws InvalidOptions for an invalid option to the error boundary", async () => {
    errorsAreMeant()
    const caught: Array<unknown> = []
    const root = makeRoot()
    await root.render(
      <Catch caught={caught}>
        <Suspense fallback="…">
          <App projectId="my project">never</App>
        </Suspense>
      </Catch>
    )
    await answered()
    assert.instanceOf(caught[0], InvalidOptions)
    assert.strictEqual((caught[0] as InvalidOptions).option, "projectId")
  })

  it("AuthProvider: accepts a bigint duration and an infinite limit, which JSON cannot represent", async () => {
    const root = makeRoot()
    await root.render(<App requestTimeout={10_000_000_000n} responseLimit={Infinity}>ready</App>)
    await answered()
    assert.strictEqual(root.text(), "ready")
  })
})

describe("EffectAuthProvider", () => {
  it("provides a runtime like AuthProvider does", async () => {
    const root = makeRoot()
    let runtime: Runtime | undefined
    await root.render(
      <App>
        <Collect to={(used) => runtime = used} />
      </App>
    )
    const other = makeRoot()
    await other.render(
      <EffectAuthProvider runtime={runtime!}>
        <Suspense fallback="…">
          <Name />
        </Suspense>
      </EffectAuthProvider>
    )
    await answered()
    assert.strictEqual(other.text(), "nobody")
  })
})
