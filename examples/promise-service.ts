/** The service behind `examples/promise.ts`: the emulator on a port. A real program does not need it. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { Emulator } from "latchkey/emulator"
import { serve } from "latchkey/emulator/node"
import { Secret, TOTP } from "otpauth"

/** Starts the emulator, and returns the options for connecting to it. */
export const startEmulator = async () => {
  const runtime = ManagedRuntime.make(Emulator.layerWithoutTransport())
  const scope = Scope.makeUnsafe()
  const { url } = await runtime.runPromise(Effect.provideService(serve(), Scope.Scope, scope))
  return {
    project: { ...Emulator.clientOptions, apiUrl: url },
    secretServerKey: Emulator.serverOptions.secretServerKey,
    /** Returns the code that the user's authenticator app shows. */
    code: (secret: Redacted.Redacted<string>) => {
      const bytes = atob(Redacted.value(secret))
      return Redacted.make(new TOTP({ secret: Secret.fromLatin1(bytes) }).generate())
    },
    [Symbol.asyncDispose]: async () => {
      await runtime.runPromise(Scope.close(scope, Exit.void))
      await runtime.dispose()
    }
  }
}
