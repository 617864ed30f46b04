/** The functions in `auth.session` that may send a request. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Session from "../../account/Session.ts"
import { Client } from "../../session/ClientService.ts"
import { ForeignUseNotWatched } from "../../session/ForeignUseService.ts"
import { withNames } from "../withNames.ts"
import { callListener } from "./makeListeners.ts"
import type { Services } from "./Services.ts"
import type { SessionRequests } from "./session.ts"

const toText = (token: Redacted.Redacted<string> | null): string | null => token === null ? null : Redacted.value(token)

/** @internal */
export const session = /*#__PURE__*/ withNames<SessionRequests, Services>({
  token: (options) => Effect.map(Session.getAccessToken(options), toText),
  refresh: () => Effect.map(Session.refresh, toText),
  claims: () => Session.claims,
  headers: () =>
    Effect.map(Session.authHeaders, (headers) => ({ "x-stack-auth": Redacted.value(headers["x-stack-auth"]) })),
  clockSkew: () => Session.clockSkewMillis,
  onForeignUse: (listener) =>
    Effect.flatMap(Client, ({ session: { foreignUse } }) => {
      if (foreignUse === undefined) {
        return Effect.fail(
          new ForeignUseNotWatched({ message: "The client watches no uses. Set its option foreignUse" })
        )
      }
      const scope = Scope.makeUnsafe()
      return Effect.as(
        Scope.provide(foreignUse.subscribe((use) => callListener(listener, use)), scope),
        () => Effect.runFork(Scope.close(scope, Exit.void))
      )
    })
}, { token: [{ maxAge: true }] })
