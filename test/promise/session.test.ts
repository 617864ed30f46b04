import { assert, describe, it } from "@effect/vitest"
import { Faults } from "latchkey/emulator"
import { type AuthClient, Disposed, type SessionState } from "latchkey/promise"
import { makeStorage } from "../support/host.ts"
import { ada, flush, rejection, type Service, startService, until } from "./support.ts"

const grace = { email: "grace@example.com", password: "battery staple" }

/** The states as short texts. */
const textOf = (state: SessionState): string =>
  state.status === "signed-in" ? `${state.userId}${state.isStale ? " (stale)" : ""}` : state.status

const record = (observe: (listener: (state: SessionState) => void) => () => void) => {
  const seen: Array<string> = []
  const stop = observe((state) => seen.push(textOf(state)))
  return { seen, stop }
}

/** Makes the next refresh fail. */
const makeStale = async (service: Service, auth: AuthClient) => {
  await service.emulator.setFault(Faults.status(503))
  await auth.session.refresh()
  await service.emulator.clearFaults()
}

describe("session.get", () => {
  it("is a level that sends no request, with and without subscribers", async () => {
    await using service = await startService()
    for (const isObserved of [false, true]) {
      const auth = service.client()
      const stop = isObserved ? auth.session.subscribe(() => {}) : () => {}
      service.requests.length = 0
      assert.deepStrictEqual(auth.session.get(), { status: "signed-out" })
      assert.deepStrictEqual(service.requests, [])
      const { userId } = await (isObserved ? auth.signIn.password(ada) : auth.signUp.password(ada)).orThrow().then(
        (data) => data.status === "signed-in" ? data : assert.fail("no second factor")
      )
      assert.deepStrictEqual(auth.session.get(), { status: "signed-in", userId, isStale: false })
      await auth.signOut().orThrow()
      assert.deepStrictEqual(auth.session.get(), { status: "signed-out" })
      stop()
      assert.deepStrictEqual(auth.session.get(), { status: "signed-out" })
    }
  })

  it("returns the same object until the state changes", async () => {
    await using service = await startService()
    const auth = service.client()
    const signedOut = auth.session.get()
    assert.strictEqual(auth.session.get(), signedOut)
    const stop = auth.session.subscribe(() => {})
    assert.strictEqual(auth.session.get(), signedOut)
    await auth.signUp.password(ada).orThrow()
    const signedIn = auth.session.get()
    await service.emulator.advanceClock("1 second")
    await auth.session.refresh().orThrow()
    assert.strictEqual(auth.session.get(), signedIn)
    stop()
    await auth.session.refresh().orThrow()
    assert.strictEqual(auth.session.get(), signedIn)
  })

  it("is loading until an asynchronous storage has been read", async () => {
    await using service = await startService()
    const { moods, storage } = makeStorage()
    moods.add("slow")
    const first = service.client({ storage })
    assert.deepStrictEqual(first.session.get(), { status: "loading" })
    const { userId } = await first.signUp.password(ada).orThrow()
    const second = service.client({ storage })
    const changes = record(second.onChange)
    const { seen } = record(second.session.subscribe)
    assert.deepStrictEqual(seen, ["loading"])
    await until(() => seen.length > 1)
    assert.deepStrictEqual(seen, ["loading", userId])
    assert.deepStrictEqual(changes.seen, [userId])
    assert.deepStrictEqual(second.session.get(), { status: "signed-in", userId, isStale: false })
  })

  it("is signed-in and stale after a failed refresh", async () => {
    await using service = await startService()
    const auth = service.client()
    const { userId } = await auth.signUp.password(ada).orThrow()
    const { seen } = record(auth.session.subscribe)
    await makeStale(service, auth)
    await auth.session.refresh().orThrow()
    assert.deepStrictEqual(seen, [userId, `${userId} (stale)`, userId])
  })
})

describe("session.subscribe", () => {
  it("calls the listener immediately and after each change, until it is unsubscribed", async () => {
    await using service = await startService()
    const auth = service.client()
    const { seen, stop } = record(auth.session.subscribe)
    assert.deepStrictEqual(seen, ["signed-out"])
    const { userId } = await auth.signUp.password(ada).orThrow()
    await auth.session.refresh().orThrow()
    await auth.updateUser({ displayName: "Ada" }).orThrow()
    assert.deepStrictEqual(seen, ["signed-out", userId])
    stop()
    stop()
    await auth.signOut().orThrow()
    assert.deepStrictEqual(seen, ["signed-out", userId])
    assert.deepStrictEqual(record(auth.session.subscribe).seen, ["signed-out"])
  })

  it("has the contract of a Svelte store", async () => {
    await using service = await startService()
    const auth = service.client()
    const { userId } = await auth.signUp.password(ada).orThrow()
    // `get(store)` of svelte/store: the first value arrives before `subscribe` returns.
    let value: SessionState | undefined
    const unsubscribe = auth.session.subscribe((state) => value = state)
    unsubscribe()
    assert.deepStrictEqual(value, { status: "signed-in", userId, isStale: false })
    // A method of a store is called without its object.
    const { subscribe } = auth.session
    assert.isFunction(subscribe(() => {}))
  })

  it("calls the same listener once per subscription", async () => {
    await using service = await startService()
    const auth = service.client()
    let calls = 0
    const listener = () => void calls++
    const [first, second] = [auth.session.subscribe(listener), auth.session.subscribe(listener)]
    assert.strictEqual(calls, 2)
    first()
    await auth.signUp.password(ada).orThrow()
    assert.strictEqual(calls, 3)
    second()
  })
})

describe("auth.onChange", () => {
  it("onChange: is called only for the current user, another user and none", async () => {
    await using service = await startService()
    const auth = service.client()
    const { seen, stop } = record(auth.onChange)
    assert.deepStrictEqual(seen, [])
    await Promise.resolve()
    assert.deepStrictEqual(seen, ["signed-out"])
    const one = await auth.signUp.password(ada).orThrow()
    await auth.session.refresh().orThrow()
    await makeStale(service, auth)
    await auth.updateUser({ displayName: "Ada" }).orThrow()
    await auth.signIn.password(ada).orThrow()
    assert.deepStrictEqual(seen, ["signed-out", one.userId])
    const two = await auth.signUp.password(grace).orThrow()
    assert.deepStrictEqual(seen, ["signed-out", one.userId, two.userId])
    await auth.signOut().orThrow()
    await auth.signOut().orThrow()
    assert.deepStrictEqual(seen, ["signed-out", one.userId, two.userId, "signed-out"])
    stop()
    await auth.signIn.password(ada).orThrow()
    assert.strictEqual(seen.length, 4)
  })

  it("is called once for a new listener, with the user that is signed in", async () => {
    await using service = await startService()
    const auth = service.client()
    const { userId } = await auth.signUp.password(ada).orThrow()
    const { seen } = record(auth.onChange)
    await Promise.resolve()
    assert.deepStrictEqual(seen, [userId])
  })

  it("onChange: can be unsubscribed in its first call, which follows the running code", async () => {
    await using service = await startService()
    const auth = service.client()
    const seen: Array<string> = []
    const stop = auth.onChange((state) => {
      seen.push(textOf(state))
      stop()
    })
    auth.onChange((state) => seen.push(textOf(state)))()
    await auth.signUp.password(ada).orThrow()
    assert.deepStrictEqual(seen, ["signed-out"])
  })

  it("is called once if the user changes before its first call", async () => {
    await using service = await startService()
    const { accessToken, refreshToken } = await service.emulator.createSession(await service.emulator.createUser())
    const auth = service.client({ tokens: { accessToken, refreshToken } })
    const { seen } = record(auth.onChange)
    const signOut = auth.signOut()
    await signOut
    assert.strictEqual(seen.at(-1), "signed-out")
    assert.strictEqual(new Set(seen).size, seen.length)
  })

  it("is called with the user of a session that has no access token yet", async () => {
    await using service = await startService()
    const user = await service.emulator.createUser()
    const { refreshToken } = await service.emulator.createSession(user)
    const auth = service.client({ tokens: { refreshToken } })
    assert.deepStrictEqual(auth.session.get(), { status: "signed-in", userId: undefined, isStale: false })
    const { seen } = record(auth.onChange)
    assert.deepStrictEqual(seen, [])
    await until(() => seen.length > 0)
    assert.deepStrictEqual(seen, [user.id])
  })

  it("is called with an unknown user if the service cannot be reached", async () => {
    await using service = await startService()
    const { refreshToken } = await service.emulator.createSession(await service.emulator.createUser())
    await service.emulator.setFault(Faults.status(503))
    const auth = service.client({ tokens: { refreshToken } })
    const { seen } = record(auth.onChange)
    await until(() => seen.length > 0)
    assert.deepStrictEqual(seen, ["undefined (stale)"])
  })

  it("onChange: reports that no user is signed in if the service has ended the session", async () => {
    await using service = await startService()
    const user = await service.emulator.createUser()
    const { accessToken, refreshToken } = await service.emulator.createSession(user)
    const auth = service.client({ tokens: { accessToken, refreshToken } })
    const { seen } = record(auth.onChange)
    await service.emulator.signOutEverywhere(user)
    await service.emulator.expireAccessTokens()
    assert.isNull(await auth.getUser().orThrow())
    assert.deepStrictEqual(seen, [user.id, "signed-out"])
  })

  it("ends with its signal", async () => {
    await using service = await startService()
    const auth = service.client()
    const controller = new AbortController()
    const seen: Array<string> = []
    auth.onChange((state) => seen.push(textOf(state)), { signal: controller.signal })
    await Promise.resolve()
    controller.abort()
    await auth.signUp.password(ada).orThrow()
    assert.deepStrictEqual(seen, ["signed-out"])
    auth.onChange((state) => seen.push(textOf(state)), { signal: controller.signal })()
    assert.deepStrictEqual(seen, ["signed-out"])
  })

  it("ends if its listener aborts the signal", async () => {
    await using service = await startService()
    const auth = service.client()
    const controller = new AbortController()
    let calls = 0
    auth.onChange(() => {
      calls++
      controller.abort()
    }, { signal: controller.signal })
    await auth.signUp.password(ada).orThrow()
    assert.strictEqual(calls, 1)
  })

  it("holds no reference to a signal after it has ended", async () => {
    await using service = await startService()
    const auth = service.client()
    const { signal } = new AbortController()
    const listeners = new Set<unknown>()
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...args: Parameters<typeof add>) => (listeners.add(args[1]), add(...args))
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners.delete(args[1]), remove(...args))
    const stop = auth.onChange(() => {}, { signal })
    assert.strictEqual(listeners.size, 1)
    stop()
    assert.strictEqual(listeners.size, 0)
  })
})

describe("a listener of the session", () => {
  it("may call any function, including one that changes the session", async () => {
    await using service = await startService()
    const auth = service.client()
    const names: Array<string | null | undefined> = []
    const others: Array<string> = []
    let work = Promise.resolve()
    auth.onChange((state) => {
      if (state.status === "signed-out") return
      auth.session.subscribe((state) => others.push(textOf(state)))()
      work = (async () => {
        names.push((await auth.getUser().orThrow())?.displayName)
        names.push((await auth.updateUser({ displayName: "Ada" }).orThrow()).displayName)
        await auth.signOut().orThrow()
      })()
    })
    const { seen } = record(auth.onChange)
    const { userId } = await auth.signUp.password(ada).orThrow()
    await until(() => seen.length === 3)
    await work
    assert.deepStrictEqual(names, [null, "Ada"])
    assert.deepStrictEqual(others, [userId])
    assert.deepStrictEqual(seen, ["signed-out", userId, "signed-out"])
  })

  it("may unsubscribe itself and others", async () => {
    await using service = await startService()
    const auth = service.client()
    const seen: Array<string> = []
    let stopSecond = () => {}
    const stopFirst = auth.session.subscribe(({ status }) => {
      seen.push(`first ${status}`)
      if (status !== "signed-in") return
      stopFirst()
      stopSecond()
    })
    stopSecond = auth.session.subscribe(({ status }) => seen.push(`second ${status}`))
    await auth.signUp.password(ada).orThrow()
    await auth.signOut().orThrow()
    assert.deepStrictEqual(seen, ["first signed-out", "second signed-out", "first signed-in"])
  })

  it("a session listener may dispose of the client", async () => {
    await using service = await startService()
    const auth = service.client()
    let disposed = Promise.resolve()
    auth.onChange(({ status }) => {
      if (status === "signed-in") disposed = auth[Symbol.asyncDispose]()
    })
    await auth.signUp.password(ada).catch(() => {})
    await disposed
    assert.instanceOf(await rejection(auth.getUser()), Disposed)
  })

  it("a session listener that throws is reported, and does not affect others or the call", async () => {
    await using service = await startService()
    const auth = service.client()
    const reported: Array<unknown> = []
    const bug = new Error("a bug")
    const { error: print } = console
    const had = Reflect.getOwnPropertyDescriptor(globalThis, "reportError")
    for (const host of ["console", "reportError"]) {
      if (host === "console") console.error = (error) => void reported.push(error)
      else {Object.defineProperty(globalThis, "reportError", {
          configurable: true,
          value: (e: unknown) => reported.push(e)
        })}
      try {
        const stops = [auth.onChange, auth.session.subscribe].map((observe) =>
          observe(() => {
            throw bug
          })
        )
        const { seen, stop } = record(auth.session.subscribe)
        assert.isNull((await auth.signUp.password({ ...ada, email: `${host}@example.com` })).error)
        await auth.signOut().orThrow()
        assert.lengthOf(seen, 3)
        for (const each of [...stops, stop]) each()
      } finally {
        console.error = print
        if (had) Object.defineProperty(globalThis, "reportError", had)
        else Reflect.deleteProperty(globalThis, "reportError")
      }
      assert.deepStrictEqual(reported.splice(0), Array.from({ length: 6 }, () => bug))
    }
  })

  it("an async listener that rejects is reported", async () => {
    await using service = await startService()
    const auth = service.client()
    const reported: Array<unknown> = []
    const { error: print } = console
    console.error = (error) => void reported.push(error)
    const bug = new Error("a bug")
    try {
      const stops = [auth.onChange, auth.session.subscribe].map((observe) => observe(async () => Promise.reject(bug)))
      await until(() => reported.length === 2)
      for (const stop of stops) stop()
    } finally {
      console.error = print
    }
    assert.deepStrictEqual(reported, [bug, bug])
  })

  it("a listener called while another changes the session sees only the newest state", async () => {
    await using service = await startService()
    const auth = service.client()
    const stop = auth.session.subscribe((state) => {
      if (state.status === "signed-in") void auth.signOut()
    })
    const { seen } = record(auth.session.subscribe)
    await auth.signUp.password(ada).orThrow()
    await flush()
    assert.strictEqual(seen[0], "signed-out")
    assert.strictEqual(seen.at(-1), "signed-out")
    stop()
  })
})

describe("two clients over one storage", () => {
  it("see the sign-in and the sign-out of each other", async () => {
    await using service = await startService()
    const browser = makeStorage()
    const tab = browser.tab()
    const globals = { addEventListener: tab.addEventListener, removeEventListener: tab.removeEventListener }
    const before = Object.keys(globals).map((name) =>
      [name, Reflect.getOwnPropertyDescriptor(globalThis, name)] as const
    )
    // As in a browser: `document` exists, and the window has events of the storage.
    Object.assign(globalThis, globals, { document: { cookie: "" }, location: new URL("http://localhost:3000/") })
    const { warn } = console
    console.warn = () => {}
    try {
      const [one, other] = [0, 1].map(() => service.client({ appUrl: undefined, storage: browser.storage }))
      const { seen, stop } = record(other!.onChange)
      const { userId } = await one!.signUp.password(ada).orThrow()
      await until(() => seen.length === 2)
      assert.deepStrictEqual(other!.session.get(), { status: "signed-in", userId, isStale: false })
      await one!.signOut().orThrow()
      await until(() => seen.length === 3)
      assert.deepStrictEqual(seen, ["signed-out", userId, "signed-out"])
      stop()
      await until(() => browser.listeners() === 0)
    } finally {
      console.warn = warn
      for (const [name, descriptor] of before) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor)
        else Reflect.deleteProperty(globalThis, name)
      }
      for (const name of ["document", "location"]) Reflect.deleteProperty(globalThis, name)
    }
  })

  it("two clients without subscribers read the storage at each call", async () => {
    await using service = await startService()
    const { storage } = makeStorage()
    const [one, other] = [service.client({ storage }), service.client({ storage })]
    await one.signUp.password(ada).orThrow()
    assert.strictEqual(other.session.get().status, "signed-in")
    await other.signOut().orThrow()
    assert.strictEqual(one.session.get().status, "signed-out")
    assert.isNull(await one.getUser().orThrow())
  })
})
