/** The recent sign-in that the components require before sensitive actions. */
import * as Effect from "effect/Effect"
import type * as Reverification from "../../src/account/Reverification.ts"
import type { ApiError } from "../../src/call/ApiError.ts"
import { makeNotLoaded } from "../../src/call/makeNotLoaded.ts"
import type { Client } from "../../src/session/ClientService.ts"

const load: Effect.Effect<typeof Reverification, ApiError> = /*#__PURE__*/ Effect.tryPromise({
  try: () => import("../../src/account/Reverification.ts"),
  catch: (cause) => makeNotLoaded("Reverification", "the sign-in", cause)
})

/** Runs an action after the user has signed in within ten minutes. `<Reverify>` asks otherwise. */
export const withRecentSignIn = <A, E, R>(
  action: Effect.Effect<A, E, R>
): Effect.Effect<A, E | Reverification.RequireRecentError, R | Client> =>
  load.pipe(
    Effect.flatMap(({ requireRecent }) => requireRecent({ within: "10 minutes" })),
    Effect.andThen(action)
  )
