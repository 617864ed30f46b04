/** Shared by the tests of the React pages: an app that renders them on one route, and a user who reads, types and clicks. */
import { assert } from "@effect/vitest"
import { fireEvent, screen, waitFor } from "@testing-library/dom"
import axe from "axe-core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Cache, type Client, type Cookies, type Navigation, type Page, Transport } from "latchkey"
import { AuthProvider } from "latchkey/react"
import { createHash } from "node:crypto"
import { Fragment, type ReactNode, StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { HandlerPage, type HandlerPageProps } from "../../../react/HandlerPage.tsx"
import { CodeChallenge } from "../../../src/auth/oauth/pkce.ts"
import { visit } from "../../pages/support.ts"
import { turns } from "../../session/support.ts"

type Services = Client.Client | Cookies.Cookies | Navigation.Navigation | Page.Page

export interface App {
  readonly container: HTMLElement
  /** Errors that reached the reporter. */
  readonly presented: ReadonlyArray<unknown>
  readonly render: (element: ReactNode) => void
  readonly unmount: () => void
}

/** Renders an element in an app that shares the test's client. */
export const mount = (element: ReactNode, { isStrict = false }: { readonly isStrict?: boolean } = {}) =>
  Effect.gen(function*() {
    const context = yield* Effect.context<Services>()
    const runtime = ManagedRuntime.make(Layer.provideMerge(Cache.layer(), Layer.succeedContext(context)))
    const container = document.createElement("div")
    document.body.append(container)
    const root = createRoot(container)
    yield* Effect.addFinalizer(() =>
      Effect.promise(async () => {
        root.unmount()
        container.remove()
        await runtime.dispose()
      })
    )
    const presented: Array<unknown> = []
    const Mode = isStrict ? StrictMode : Fragment
    const render = (element: ReactNode) =>
      root.render(
        <Mode>
          <AuthProvider runtime={runtime} onError={(error) => void presented.push(error)}>{element}</AuthProvider>
        </Mode>
      )
    // Strict mode does not remount a tree that suspended for its provider.
    render("Ready")
    yield* until(() => container.textContent === "Ready")
    render(element)
    return { container, presented, render, unmount: () => root.unmount() } satisfies App
  })

/** Opens a URL, and renders the page there. */
export const showAt = (address: string, props: HandlerPageProps = {}, options: { readonly isStrict?: boolean } = {}) =>
  Effect.andThen(visit(address), mount(<HandlerPage {...props} />, options))

const seen = Effect.promise

/** Holds the response to a request until it is released. */
export const hold = (path: string) =>
  Effect.gen(function*() {
    const transport = yield* Transport
    const gate = yield* Deferred.make<void>()
    let started = 0
    let interrupted = 0
    const held: typeof Transport.Service = (request) =>
      new URL(request.url).pathname.endsWith(path)
        ? Effect.sync(() => started++).pipe(
          Effect.andThen(Deferred.await(gate)),
          Effect.andThen(transport(request)),
          Effect.onInterrupt(() => Effect.sync(() => interrupted++))
        )
        : transport(request)
    return {
      release: Deferred.succeed(gate, undefined),
      /** Waits until the request is sent. */
      sent: Effect.suspend(() => until(() => started > 0)),
      interrupted: () => interrupted,
      during: Effect.provideService(Transport, held)
    }
  })

/** Every response is asynchronous, as over a network. */
export const overNetwork = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(
    Transport,
    (transport) => Effect.provideService(effect, Transport, (request) => Effect.andThen(turns(10), transport(request)))
  )

/** jsdom's `Uint8Array` differs from that of Node's `crypto`. */
export const pkce = Effect.provideService(
  CodeChallenge,
  (verifier) => Effect.sync(() => createHash("sha256").update(Redacted.value(verifier)).digest("base64url"))
)

/**
 * Runs everything that waits for no timer and no other thread. The digests of passkeys run in other threads: a test with
 * passkeys waits for the result.
 */
export const settle = Effect.promise(async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
})

/** The pages that appear one second after a sign-in, because an app usually navigates in between. */
const late = ["You're signed in", "You're already signed in"]

/** Waits for a page, by its heading, until it has settled. */
export const heading = (name: string | RegExp) =>
  Effect.gen(function*() {
    if (late.includes(String(name))) {
      yield* Effect.gen(function*() {
        yield* settle
        yield* TestClock.adjust("1 second")
        yield* settle
      }).pipe(Effect.repeat({ until: () => screen.queryByRole("heading", { name, level: 1 }) !== null, times: 100 }))
    }
    const found = yield* seen(() => screen.findByRole("heading", { name, level: 1 }))
    yield* settle
    return found
  })

/** Waits for a message that a page shows immediately. */
export const alert = Effect.map(seen(() => screen.findByRole("alert")), ({ textContent }) => textContent)

/** Waits for a text. */
export const text = (text: string | RegExp) => seen(() => screen.findByText(text))

/** Waits until a condition holds. */
export const until = (holds: () => boolean) => seen(() => waitFor(() => assert.isTrue(holds())))

export const field = (label: string): HTMLInputElement => screen.getByLabelText(label)

export const button = (name: string | RegExp): HTMLElement => screen.getByRole("button", { name })

export const link = (name: string | RegExp): HTMLAnchorElement => screen.getByRole("link", { name })

/** The text of an element without its decorative parts. */
export const visibleText = (element: Element): string => {
  const copy = element.cloneNode(true) as Element
  for (const part of copy.querySelectorAll("[aria-hidden=true]")) part.remove()
  return copy.textContent.trim()
}

/** Runs a function, and lets React render the result immediately. */
const shown = (act: () => void) => Effect.promise(async () => act())

/** Types into a field. */
export const type = (label: string, value: string) => shown(() => fireEvent.input(field(label), { target: { value } }))

/** Clicks a button. */
export const press = (name: string | RegExp) => shown(() => fireEvent.click(button(name)))

/** Clicks a link. */
export const clickLink = (name: string | RegExp) => shown(() => fireEvent.click(link(name)))

/** Presses Enter in a field: a browser then clicks the form's first button (HTML § 4.10.21.2). */
export const enter = (label: string) =>
  shown(() => fireEvent.click(field(label).form!.querySelector("button:not([type=button])")!))

/** The focused element. */
export const focused = (): Element | null => document.activeElement

/** The violations found by axe, without colors, which are the app's. */
export const faults = Effect.map(
  Effect.promise(() => axe.run(document.body, { rules: { "color-contrast": { enabled: false } } })),
  ({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
)

/** The page as text, including all attributes. */
export const html = (): string => document.body.innerHTML
