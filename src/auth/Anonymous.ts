/**
 * Users without a name or an address: for visitors who should keep what they do before they sign up.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { traced } from "../call/traced.ts"
import { callAsClient, Client } from "../session/Client.ts"
import { isSameSession } from "../session/Tokens.ts"
import type { AnonymousAccountsNotEnabled } from "../wire/KnownErrors.ts"
import { anonymousSignUp } from "../wire/tokens.ts"
import { begin, type SignedIn } from "./SignedIn.ts"

/**
 * Signs a new anonymous user up, and in. However many ask at the same time, there is one sign-up, and all get its user.
 * Whoever else has signed in meanwhile, such as in another tab, stays signed in.
 *
 * Nothing in this library signs anybody up unless a program runs this effect, or asks for a user with
 * `{ or: "anonymous" }`.
 *
 * @category signing up
 * @since 0.1.0
 */
export const signUp: Effect.Effect<SignedIn, AnonymousAccountsNotEnabled | ApiError, Client> = /*#__PURE__*/ traced(
  "Anonymous.signUp",
  /*#__PURE__*/ Effect.flatMap(Client, (client) =>
    client.singleFlight(
      "anonymous",
      Effect.flatMap(client.caller.credentials.held, (before) =>
        callAsClient(anonymousSignUp, {}).pipe(
          Effect.flatMap((issued) => begin(issued, (stored) => isSameSession(stored, before))),
          Effect.provideService(Client, client)
        ))
    ))
)
