/** Checks before the consent page that the project allows API keys for users, so that no user consents in vain. */
import * as Effect from "effect/Effect"
import type { InvalidOptions } from "../../session/options.ts"
import * as SingleFlight from "../../session/SingleFlight.ts"
import * as AgentKeys from "./AgentKeys.ts"

/** Returns `false` if the project does not allow API keys for users. Fails without the server level. */
export type KeyCheck = Effect.Effect<boolean, InvalidOptions>

/** Creates the check. It remembers that keys are allowed. If the setting cannot be read, the token request decides. */
export const makeKeyCheck = (): KeyCheck => {
  const singleFlight = Effect.runSync(SingleFlight.make)
  let wereAllowed = false

  const read = Effect.fnUntraced(function*({ areAllowed }: AgentKeys.AgentKeys) {
    wereAllowed = yield* areAllowed
    if (!wereAllowed) {
      yield* Effect.logWarning(
        "Agents get no keys, because the project does not allow API keys for users. Turn on its setting allowUserApiKeys"
      )
    }
    return wereAllowed
  })

  return Effect.flatMap(AgentKeys.required, (keys) =>
    wereAllowed
      ? Effect.succeed(true)
      : singleFlight("keys", read(keys).pipe(Effect.timeout("5 seconds"), Effect.orElseSucceed(() => true))))
}
