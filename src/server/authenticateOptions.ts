/** The check for one authentication's options. A misspelled option would be a check that does not run. */
import * as Effect from "effect/Effect"
import { optionRules } from "../call/optionRules.ts"
import type { OptionNames } from "../session/optionNames.ts"
import { check, type InvalidOptions } from "../session/options.ts"
import type { AuthenticateOptions } from "./Authenticated.ts"
import { checkServerNames } from "./verificationOptions.ts"

const names: OptionNames<AuthenticateOptions> = {
  allowAnonymous: true,
  allowRestricted: true,
  freshness: true
}

const freshnesses: ReadonlyArray<AuthenticateOptions["freshness"]> = [undefined, "token", "session"]

/** Fails with `InvalidOptions` for an option that is unknown, and for an unknown `freshness`. Runs synchronously. */
export const checkAuthenticateOptions = (
  options: AuthenticateOptions | undefined
): Effect.Effect<void, InvalidOptions> =>
  Effect.andThen(
    checkServerNames(options, names),
    check("freshness", freshnesses.includes(options?.freshness), optionRules.oneOf("token", "session"))
  )
