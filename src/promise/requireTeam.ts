/** Refuses a question about a service permission without a team. */
import * as Effect from "effect/Effect"
import { InvalidOptions } from "../session/options.ts"

/**
 * Permissions with `$`, such as `$invite_members`, exist in teams only: without a team, the answer would always be `false`.
 *
 * @internal
 */
export const requireTeam = (permission: unknown): Effect.Effect<void> =>
  typeof permission === "string" && permission.startsWith("$")
    ? Effect.die(
      new InvalidOptions({
        option: "team",
        message: `The option team is missing: ${permission} is a permission in a team`
      })
    )
    : Effect.void
