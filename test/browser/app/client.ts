/** The app's client, and the functions that run programs with it. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Browser, Client, StorageTokenStore } from "latchkey"
import type { AppConfig } from "./config.ts"

// Sound: the page embeds the server's configuration.
const config = JSON.parse(document.getElementById("config")!.textContent!) as AppConfig

const browser = Browser.layer({
  projectId: config.projectId,
  redirectMethod: "window",
  urls: { afterSignUp: "/welcome" }
})

/** The pages below `/storage` keep their tokens in a storage. */
const host = location.pathname.startsWith("/storage")
  ? Layer.merge(browser, StorageTokenStore.layer(() => localStorage, { events: window }))
  : browser

const layer = Client.layer(config).pipe(Layer.provideMerge(host))

/** The services available to the app's programs. */
export type Services = Layer.Success<typeof layer>

const runtime = ManagedRuntime.make(layer)

/** The errors of the app's programs. */
export interface Failure {
  readonly _tag: string
  readonly message: string
}

/** Runs a program. An error is shown by its tag and message. */
export const run = <E extends Failure>(program: Effect.Effect<string, E, Services>): Promise<string> =>
  runtime.runPromise(
    Effect.catch(program, ({ _tag, message }) => Effect.succeed(`${_tag}: ${message}`))
  )

/** Runs a program until the page is unloaded. */
export const start = (program: Effect.Effect<void, never, Services>): void => {
  runtime.runFork(program)
}
