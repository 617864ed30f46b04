/** The service behind `examples/promise.ts`: the emulator on a port. A real program does not need it. */
import { Emulator } from "latchkey/emulator"
import { serve } from "latchkey/emulator/node"
import { startEmulator } from "latchkey/emulator/testing"
import { TOTP } from "otpauth"

/** Starts the emulator, and returns the options for connecting to it. */
export const startService = async () => {
  const emulator = await startEmulator()
  const { url } = await emulator.run(serve())
  return {
    project: { ...Emulator.clientOptions, apiUrl: url, appUrl: "http://localhost:3000" },
    secretServerKey: Emulator.serverOptions.secretServerKey,
    /** Returns the code that the user's authenticator app shows. */
    code: (setupKey: string) => new TOTP({ secret: setupKey }).generate(),
    /** Returns the code in the newest email to an address. */
    readCode: async (email: string) => (await emulator.waitForMail({ to: email, type: "magic_link" })).otp,
    [Symbol.asyncDispose]: () => emulator.close()
  }
}
