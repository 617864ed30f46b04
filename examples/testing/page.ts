/** The app's sign-in for a page without Effect: promises, and one runtime for all calls. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Client, StorageTokenStore } from "latchkey"
import { SignIn, type View } from "./SignIn.ts"

/** Starts the app. The session is kept in `storage` between page loads. */
export const start = (storage: StorageTokenStore.Storage, options: Client.ClientOptions) => {
  const runtime = ManagedRuntime.make(
    SignIn.layer.pipe(Layer.provide(Client.layer(options)), Layer.provide(StorageTokenStore.layer(storage)))
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
