/** The state of the demo: the app's URL, its surroundings, and the tools' content. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Cache, Client, Cookies, CurrentUser, Navigation, Page, Sessions, Teams, TokenStore, WebAuthn } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import type { TestMail } from "latchkey/emulator/testing"
import { messageOf } from "latchkey/react"
import { Recorder } from "latchkey/recorder"
import { makeTimeline, type Row } from "../../../react/devtools/model/Timeline.ts"
import { type Host, project, startHost } from "../host/Host.ts"
import { demoApp } from "./demoApp.ts"
import type { DemoNetwork } from "./DemoWindow.tsx"

/** A change of the surroundings, for the timeline. */
export interface Change {
  readonly id: string
  readonly at: number
  readonly title: string
}

/** The last load of the account. */
export interface AccountLoad {
  readonly isPending: boolean
  /** The result, or the error. */
  readonly message?: string
  readonly isError?: boolean
}

export interface DemoState {
  /** The app's URL. */
  readonly url: string
  /** The page of an OAuth provider, while it is open. */
  readonly provider: string | undefined
  readonly network: DemoNetwork
  /** The rows of the timeline, newest first. */
  readonly rows: ReadonlyArray<Row | Change>
  /** The number of accounts that the sign-up form has created. */
  readonly signUps: number
  readonly mails: ReadonlyArray<TestMail>
  /** The number of emails that were not opened. */
  readonly unread: number
  readonly tool: "timeline" | "inbox"
  readonly account: AccountLoad
}

const hours = 8
const millisPerHour = 3_600_000

const networkTexts: Readonly<Record<DemoNetwork, string>> = {
  online: "Back online",
  flaky: "Two requests get lost",
  offline: "Network lost",
  "503": "The service answers 503"
}

/** Returns `true` for calls and refreshes. The window shows the session and the network elsewhere. */
const isShown = ({ attempts, kind }: Row): boolean => kind === "Call" || kind === "Refresh" || attempts.length > 0

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Starts the demo. It replaces the page's `fetch`, clock and storage. */
export const startDemo = async (): Promise<Demo> => {
  const host = await startHost(() => {}, { displayName: demoApp.name, config: demoApp.config })
  const demo = new Demo(host)
  await demo.watch()
  return demo
}

/** The demo. Components read `state`, and subscribe to its changes. */
export class Demo {
  state: DemoState = {
    url: demoApp.url,
    provider: undefined,
    network: "online",
    rows: [],
    signUps: 0,
    mails: [],
    unread: 0,
    tool: "timeline",
    account: { isPending: false }
  }
  readonly #host: Host
  readonly #changes: Array<Change> = []
  readonly #listeners = new Set<() => void>()
  #loadCount = 0
  #networkChange: Promise<void> = Promise.resolve()

  constructor(host: Host) {
    this.#host = host
  }

  /** The client of the app, in a page that exists only in memory. */
  readonly runtime = ManagedRuntime.make(
    Cache.layer().pipe(
      Layer.provideMerge(Layer.merge(
        Client.layer({ projectId: project.id, publishableClientKey: project.publishableClientKey }),
        Navigation.layer({
          redirectMethod: { navigate: (url) => this.open(url) },
          urls: { accountSettings: "/account" }
        })
      )),
      Layer.provideMerge(Recorder.layer()),
      Layer.provideMerge(Layer.mergeAll(
        TokenStore.layerMemory,
        Cookies.layerMemory,
        Layer.succeed(Page.Page, {
          url: Effect.sync(() => this.state.url),
          replaceUrl: (url) => Effect.sync(() => this.#set({ url: this.#resolve(url) })),
          goTo: (url) => Effect.sync(() => this.open(url)),
          settle: Effect.void
        }),
        // The app's host exists only in the demo, so a browser would refuse its passkeys.
        Layer.succeed(WebAuthn.WebAuthn, {
          isSupported: Effect.succeed(false),
          isAutofillSupported: Effect.succeed(false),
          hostname: Effect.succeed(new URL(demoApp.url).hostname),
          create: () => Effect.never,
          get: () => Effect.never
        })
      ))
    )
  )

  readonly subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): DemoState => this.state

  /** Opens a page of the app, or of a provider. */
  readonly open = (to: string): void => {
    const url = this.#resolve(to)
    if (url.startsWith(demoApp.url)) return this.#set({ url, provider: undefined })
    this.#set({ provider: url, tool: "timeline" })
    // The browser sends this request, so the client's recorder does not have it.
    this.#note("Redirected to GitHub")
  }

  /** Signs in at the provider as its user, and returns to the app. */
  readonly approve = async (): Promise<void> => {
    const { provider } = this.state
    if (provider === undefined) return
    this.#note("Approved at GitHub")
    const back = await this.#host.emulator.run(
      Emulator.Emulator.use(({ signInWithProvider }) =>
        signInWithProvider(provider, { accountId: "grace", email: "grace@example.com", displayName: "Grace Hopper" })
      )
    )
    this.open(back.href)
  }

  /** Returns from the provider without an account. */
  readonly deny = async (): Promise<void> => {
    const { provider } = this.state
    if (provider === undefined) return
    this.#note("Canceled at GitHub")
    const back = await this.#host.emulator.run(
      Emulator.Emulator.use(({ signInWithProvider }) => signInWithProvider(provider, { denied: true }))
    )
    this.open(back.href)
  }

  readonly setNetwork = (network: DemoNetwork): Promise<void> => {
    if (network === this.state.network) return this.#networkChange
    this.#set({ network, tool: "timeline" })
    this.#note(networkTexts[network])
    // In the order of the clicks.
    this.#networkChange = this.#networkChange.then(async () => {
      await this.#host.setNetwork(network === "flaky" ? "online" : network)
      if (network === "flaky") await this.#host.emulator.setFault(Faults.times(2, Faults.offline))
    })
    return this.#networkChange
  }

  /** Resolves when the last change of the network is in effect. */
  readonly settle = (): Promise<void> => this.#networkChange

  /** Moves the clock ahead. */
  readonly advance = (): void => {
    this.#host.advance(hours * millisPerHour)
    this.#set({ tool: "timeline" })
    this.#note(`${hours} hours later`)
  }

  /** Loads the user, the teams and the sessions at the same time. A later load or `clearAccount` replaces its result. */
  readonly load = async (): Promise<void> => {
    const count = ++this.#loadCount
    this.#set({ account: { isPending: true } })
    const error = await this.runtime.runPromise(
      // A failure does not interrupt the other calls.
      Effect.all(
        [CurrentUser.get({ or: "throw" }), Teams.list, Sessions.list].map((call) =>
          Effect.exit<unknown, unknown, Client.Client>(call)
        ),
        { concurrency: "unbounded" }
      ).pipe(
        Effect.flatMap((exits) => Effect.all(exits)),
        Effect.match({ onSuccess: () => undefined, onFailure: messageOf })
      )
    )
    if (count !== this.#loadCount) return
    this.#set({
      account: error === undefined
        ? { isPending: false, message: "Loaded the user, the teams and the sessions." }
        : { isPending: false, message: error, isError: true }
    })
  }

  /** Removes the result of the last load. */
  readonly clearAccount = (): void => {
    this.#loadCount++
    this.#set({ account: { isPending: false } })
  }

  readonly showTool = (tool: DemoState["tool"]): void => this.#set(tool === "inbox" ? { tool, unread: 0 } : { tool })

  /** Follows the recorder and the inbox. */
  readonly watch = async (): Promise<void> => {
    let isReading = false
    let isStale = false
    const update = async (): Promise<void> => {
      isStale = true
      if (isReading) return
      isReading = true
      while (isStale) {
        isStale = false
        await this.#read()
      }
      isReading = false
    }
    this.#host.onRequest(() => void update())
    // Runs as long as the page.
    void this.runtime.runPromise(
      Effect.scoped(Effect.andThen(
        Effect.flatMap(Recorder.Recorder, ({ subscribe }) => subscribe(() => queueMicrotask(() => void update()))),
        Effect.never
      ))
    )
    await update()
  }

  async #read(): Promise<void> {
    const [recording, mails] = await Promise.all([
      this.runtime.runPromise(Recorder.export),
      this.#host.emulator.inbox()
    ])
    const calls = makeTimeline(recording).filter(isShown)
    const rows = [
      ...calls,
      ...this.#changes
    ].toSorted((a, b) => b.at - a.at)
    const arrived = mails.length - this.state.mails.length
    if (arrived <= 0 && isSame(rows, this.state.rows)) return
    this.#set({
      rows,
      signUps: calls.filter(({ result, title }) => title === "password.signUp" && result === "success").length,
      mails: mails.toReversed(),
      ...arrived > 0 ? { tool: "inbox", unread: this.state.tool === "inbox" ? 0 : this.state.unread + arrived } : {}
    })
  }

  #note(title: string): void {
    this.#changes.push({ id: `change-${this.#changes.length}`, at: Date.now(), title })
    this.#set({ rows: [this.#changes.at(-1)!, ...this.state.rows] })
  }

  #resolve(url: string): string {
    return new URL(url, this.state.url).href
  }

  #set(change: Partial<DemoState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
