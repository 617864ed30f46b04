/** Handlers for requests that issue tokens, except OAuth grants. */
import * as Effect from "effect/Effect"
import { AnonymousAccountsNotEnabled } from "../../wire/KnownErrors.ts"
import type * as wire from "../../wire/tokens.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import { failWith } from "../rules/failWith.ts"
import { signIn } from "../state/sessionRows.ts"
import { createUser } from "../state/userRows.ts"

export const tokenHandlers: Omit<HandlersOf<typeof wire>, "refresh"> = {
  anonymousSignUp: Effect.fnUntraced(function*(context) {
    const { project } = context
    const isOld = project.generation === "2025"
    if (isOld && !project.config.anonymousEnabled) {
      return yield* failWith(AnonymousAccountsNotEnabled, "This project does not allow anonymous users")
    }
    const user = yield* createUser(project, {
      displayName: isOld ? "Anonymous user" : null,
      isAnonymous: true
    })
    return yield* signIn(context, user)
  })
}
