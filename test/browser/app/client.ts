/** The app's client, and how the app runs a program with it. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Browser, Client, StorageStore } from "latchkey"
import type { AppConfig } from "./server.ts"

// Sound: the page holds what the server was told.
const config = JSON.parse(document.getElementById("config")!.textContent!) as AppConfig

const browser = Browser.layer({
  projectId: config.projectId,
  redirectMethod: "window",
  urls: { afterSignUp: "/welcome" }
})

/** The pages below `/storage` keep their tokens elsewhere. */
const host = location.pathname.startsWith("/storage")
  ? Layer.merge(browser, StorageStore.layer(() => localStorage, { events: window }))
  : browser

const layer = Client.layer(config).pipe(Layer.provideMerge(host))

/** What the app's programs may use. */
export type Services = Layer.Success<typeof layer>

const runtime = ManagedRuntime.make(layer)

/** What may go wrong in them. */
export interface Failure {
  readonly _tag: string
  readonly message: string
}

/** Runs a program. Of an error, its tag and its message are shown. */
export const run = <E extends Failure>(program: Effect.Effect<string, E, Services>): Promise<string> =>
  runtime.runPromise(
    Effect.catch(program, ({ _tag, message }) => Effect.succeed(`${_tag}: ${message}`))
  )

/** Runs a program for as long as the page is there. */
export const start = (program: Effect.Effect<void, never, Services>): void => {
  runtime.runFork(program)
}
