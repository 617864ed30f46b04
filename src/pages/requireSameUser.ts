/** The check that a page still acts for the user that it shows. */
import * as Effect from "effect/Effect"
import type { User } from "../account/CurrentUser.ts"
import type { ApiError } from "../call/ApiError.ts"
import * as AccessToken from "../session/AccessToken.ts"
import { Client } from "../session/ClientService.ts"
import * as KnownErrors from "../wire/KnownErrors.ts"

/** Fails with `UserAuthenticationRequired` if the page's user is no longer the signed-in user. */
export const requireSameUser = (
  { id }: Pick<User, "id">
): Effect.Effect<void, KnownErrors.UserAuthenticationRequired | ApiError, Client> =>
  Effect.flatMap(
    Client,
    ({ caller }) =>
      Effect.flatMap(caller.credentials.tokens, (tokens) =>
        AccessToken.getUserId(tokens) === id
          ? Effect.void
          : Effect.fail(
            new KnownErrors.UserAuthenticationRequired({
              message: "The user of the page is no longer signed in",
              details: {}
            })
          ))
  )
