/** The options that `signIn.cli` and `apiKeys.authorizeAgent` share. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { CliOptions } from "./signIn.ts"

/** @internal */
export const cliNames = {
  appUrl: true,
  open: true,
  urls: true,
  expiresIn: true,
  waitTime: true,
  maxAttempts: true
} as const

/** Returns the options with `open` as an effect. @internal */
export const withOpen = <O extends Pick<CliOptions, "open">>({ open, ...options }: O) => ({
  ...options,
  open: (url: Redacted.Redacted<string>) => Effect.promise(async () => open(Redacted.value(url)))
})
