import { assertType, describe, it } from "@effect/vitest"
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server"
import { type Passkey } from "latchkey"

describe("Passkey", () => {
  it("accepts the responses of the usual browser library", () => {
    assertType<Passkey.RegistrationResponse>({} as RegistrationResponseJSON)
    assertType<Passkey.SignInResponse>({} as AuthenticationResponseJSON)
    // @ts-expect-error a response of the one kind is none of the other
    assertType<Passkey.SignInResponse>({} as RegistrationResponseJSON)
  })
})
