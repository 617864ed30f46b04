/** The app's client, and how the app runs a program with it. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Client, Navigation, Page, TokenStore } from "latchkey"

const config = JSON.parse(document.getElementById("config")!.textContent!)

const layer = Client.layer(config).pipe(
  Layer.provideMerge(TokenStore.layerMemory),
  Layer.provideMerge(Navigation.layer({ redirectMethod: "window" })),
  Layer.provideMerge(Page.layerBrowser)
)

const runtime = ManagedRuntime.make(layer)

/** What the app's programs may use. */
export type Services = Layer.Success<typeof layer>

/** Runs a program. Of an error, its tag and its message are shown. */
export const run = <E extends { readonly _tag: string; readonly message: string }>(
  program: Effect.Effect<string, E, Services>
): Promise<string> =>
  runtime.runPromise(
    Effect.catch(program, ({ _tag, message }) => Effect.succeed(`${_tag}: ${message}`))
  )
