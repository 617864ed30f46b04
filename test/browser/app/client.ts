/** The app's client, and how the app runs a program with it. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Browser, Client } from "latchkey"

const config = JSON.parse(document.getElementById("config")!.textContent!)

const layer = Client.layer(config).pipe(
  Layer.provideMerge(Browser.layer({
    projectId: config.projectId,
    redirectMethod: "window",
    urls: { afterSignUp: "/welcome" }
  }))
)

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
