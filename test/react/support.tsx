/** A world for components: an emulator, a clock, a browser's token store, and a page to render into. */
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import {
  Client,
  Cookies,
  Navigation,
  type Page,
  PageVisibility,
  Password,
  TokenStore,
  Transport,
  TransportFailure
} from "latchkey"
import { Emulator } from "latchkey/emulator"
import * as React from "react"
import { createRoot, type Root } from "react-dom/client"
import { afterEach, assert, beforeEach } from "vitest"
import { type Host, layerHost } from "../support/page.ts"

export const password = Redacted.make("correct horse")

/** React 18 lacks it. */
export const isReact18: boolean = React.version.startsWith("18.")

/** Sound: React 19 has it, and only its tests use it. */
export const Activity = (React as unknown as {
  readonly Activity: React.ComponentType<{ readonly mode: "hidden" | "visible"; readonly children: React.ReactNode }>
}).Activity

const closings: Array<() => unknown> = []

/** Runs a function after the test. */
export const atEnd = (close: () => unknown): void => void closings.push(close)

let complaints: Array<string> | undefined

/**
 * Starts a file's tests. React requires a global flag in tests, which other files must not see, and its console warnings fail a
 * test: updates, hydration and hooks.
 */
export const reactTests = (): void => {
  const { error } = console
  beforeEach(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    complaints = []
    console.error = (...args) => {
      const text = args.map(String).join(" ")
      // A server and a browser are separate programs, except in tests.
      if (!text.includes("multiple renderers concurrently rendering the same context")) complaints?.push(text)
    }
  })
  afterEach(async () => {
    for (const close of closings.splice(0).toReversed()) await close()
    Reflect.deleteProperty(globalThis, "IS_REACT_ACT_ENVIRONMENT")
    console.error = error
    assert.deepStrictEqual(complaints ?? [], [])
  })
}

/** React logs each error that a boundary catches, as the test expects. */
export const errorsAreMeant = (): void => {
  complaints = undefined
  const quiet = (event: Event) => event.preventDefault()
  window.addEventListener("error", quiet)
  atEnd(() => window.removeEventListener("error", quiet))
}

export const act = (run: () => unknown): Promise<void> => React.act(async () => void await run())

/** React renders pending changes. */
export const settle = (): Promise<void> => act(() => {})

type Services = Emulator.Emulator | TokenStore.TokenStore | Page.Page | Cookies.Cookies | Host

/** A browser without a page: the service, the tokens and the clock outlive every client. */
export const makeWorld = (options: Emulator.Options = { project: { config: { anonymousEnabled: true } } }) => {
  const requests: Array<string> = []
  const service = { delayMillis: 0, isDown: false, aborted: 0 }
  const listeners = new Set<() => void>()
  const visibility = {
    /** By default the page is hidden, so that no check of the session runs during a test. */
    isVisible: false,
    listeners,
    show: (isVisible: boolean) =>
      act(() => {
        visibility.isVisible = isVisible
        for (const listener of listeners) listener()
      })
  }
  const visibilityLayer = Layer.succeed(PageVisibility, {
    isVisible: () => visibility.isVisible,
    subscribe: (listener) => {
      const own = () => listener()
      listeners.add(own)
      return () => listeners.delete(own)
    }
  })
  const transport = Layer.effect(
    Transport,
    Effect.map(Emulator.Emulator, (emulator): typeof Transport.Service => (request) =>
      Effect.suspend(() => {
        requests.push(`${request.method} ${new URL(request.url).pathname.replace("/api/v1", "")}`)
        return service.isDown
          ? Effect.fail(new TransportFailure({ message: "Connection reset", tooLarge: false }))
          : Effect.delay(emulator.handle(request), service.delayMillis)
      }).pipe(
        Effect.map(({ body = "", headers, status }) => ({ status, body, header: (name: string) => headers[name] })),
        Effect.onInterrupt(() => Effect.sync(() => service.aborted++))
      ))
  )
  let sleeping = 0
  const countedClock = Layer.effect(
    Clock.Clock,
    TestClock.testClockWith((clock) =>
      Effect.succeed({
        ...clock,
        sleep: (duration: Duration.Duration) =>
          Effect.suspend(() => {
            sleeping++
            return Effect.ensuring(clock.sleep(duration), Effect.sync(() => sleeping--))
          })
      })
    )
  )
  const base = ManagedRuntime.make(
    Layer.mergeAll(
      transport,
      visibilityLayer,
      TokenStore.layerMemory,
      Cookies.layerMemory,
      layerHost("https://app.example.com/notes/7", Effect.void)
    ).pipe(
      Layer.provideMerge(Emulator.layerWithoutTransport(options)),
      Layer.provideMerge(countedClock),
      Layer.provideMerge(TestClock.layer())
    )
  )
  atEnd(() => base.dispose())
  const services = Layer.effectContext(Effect.suspend(() => base.contextEffect))
  const client = Client.layer(Emulator.clientOptions)
  const layerOver = (
    store: Layer.Layer<TokenStore.TokenStore>,
    redirectMethod: Navigation.NavigationOptions["redirectMethod"] = "window"
  ) =>
    Layer.merge(client, Navigation.layer({ redirectMethod })).pipe(
      Layer.provideMerge(store),
      Layer.provideMerge(services)
    )
  return {
    requests,
    service,
    visibility,
    /** The number of requests to a route, such as `GET /users/me`. */
    count: (route: string) => requests.filter((request) => request === route).length,
    /** Another program of this browser, such as another tab, or an administrator. It can be slow. */
    run: async <A, E>(
      effect: Effect.Effect<A, E, Services | Client.Client>,
      duration: Duration.Input = 0
    ): Promise<A> => {
      let result: Promise<A> | undefined
      await act(async () => {
        result = base.runPromise(Effect.provide(effect, client))
        await base.runPromise(TestClock.adjust(duration))
        await result
      })
      return result!
    },
    advance: (duration: Duration.Input) => act(() => base.runPromise(TestClock.adjust(duration))),
    /** A client of this browser, each with a separate layer. */
    layer: (redirectMethod?: Navigation.NavigationOptions["redirectMethod"]) =>
      layerOver(
        Layer.effect(TokenStore.TokenStore, TokenStore.TokenStore).pipe(Layer.provide(services)),
        redirectMethod
      ),
    /** The same with a separate store. */
    layerOver,
    /** State that outlives every client. */
    services,
    /** The number of fibers waiting for the clock. */
    sleeping: () => sleeping,
    /** A user signed in before; these requests are not counted. */
    signedIn: async (email = "ada@example.com", displayName: string | null = null) => {
      await base.runPromise(
        Effect.flatMap(
          Emulator.Emulator,
          ({ createUser }) => createUser({ primaryEmail: email, primaryEmailAuthEnabled: true, password, displayName })
        )
      )
      await act(() => base.runPromise(Effect.provide(Password.signIn({ email, password }), client)))
      requests.length = 0
    }
  }
}

export type World = ReturnType<typeof makeWorld>

/** A container that React renders into. */
export const makeRoot = (options?: Parameters<typeof createRoot>[1]) => {
  const container = document.createElement("div")
  document.body.append(container)
  const root: Root = createRoot(container, options)
  let isMounted = true
  const unmount = async () => {
    if (!isMounted) return
    isMounted = false
    await act(() => root.unmount())
    container.remove()
  }
  atEnd(unmount)
  return {
    container,
    render: (node: React.ReactNode) => act(() => root.render(node)),
    unmount,
    text: () => visible(container)
  }
}

/** The visible text: React hides suspended content without removing it. */
export const visible = (node: Node): string =>
  node instanceof HTMLElement && node.style.display === "none"
    ? ""
    : node.nodeType === Node.TEXT_NODE
    ? node.nodeValue ?? ""
    : Array.from(node.childNodes, visible).join("")

/** Catches errors of its children. */
export class Catch extends React.Component<
  { readonly caught?: Array<unknown>; readonly children?: React.ReactNode },
  { readonly error: unknown }
> {
  override readonly state = { error: undefined }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override componentDidCatch(error: unknown) {
    this.props.caught?.push(error)
  }
  override render() {
    const { error } = this.state as { readonly error: unknown }
    return error === undefined ? this.props.children : <p>caught {String((error as Error).message)}</p>
  }
}
