/** The app's users in the tests. */
import * as Redacted from "effect/Redacted"

export interface User {
  readonly primaryEmail: string
  readonly primaryEmailVerified: boolean
  readonly password: Redacted.Redacted<string>
}

export const ada: User = {
  primaryEmail: "ada@example.com",
  primaryEmailVerified: true,
  password: Redacted.make("correct horse")
}

export const grace: User = {
  primaryEmail: "grace@example.com",
  primaryEmailVerified: true,
  password: Redacted.make("rear admiral")
}
