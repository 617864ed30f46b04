/**
 * The app's sign-in as its page calls it, which knows nothing of effects: promises, and one runtime for all of them.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Client, StorageStore } from "latchkey"
import { SignIn, type View } from "./SignIn.ts"

/** Starts the app over the page's storage, where the session is from one visit to the next. */
export const start = (storage: StorageStore.Storage, options: Client.ClientOptions) => {
  const runtime = ManagedRuntime.make(
    SignIn.layer.pipe(Layer.provide(Client.layer(options)), Layer.provide(StorageStore.layer(storage)))
  )
  const run = (step: (app: SignIn["Service"]) => Effect.Effect<View>) =>
    runtime.runPromise(Effect.flatMap(SignIn, step))
  return {
    open: () => run((app) => app.open),
    send: (email: string) => run((app) => app.send(email)),
    follow: (link: string) => run((app) => app.follow(link)),
    stop: () => runtime.dispose()
  }
}
