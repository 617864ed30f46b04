/** The list of connected accounts. */
import * as Effect from "effect/Effect"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { callAsClient, type Client } from "../session/ClientService.ts"
import * as wire from "../wire/connectedAccounts.ts"

/** Errors from {@link list}. */
export type ListError = Errors<typeof wire.list>

/**
 * Lists the connected accounts, except those with `allowConnectedAccounts: false`. Services since 2026; with earlier
 * services, use `oauthProviders` of `CurrentUser.get`.
 */
export const list: Effect.Effect<ReadonlyArray<wire.LinkedAccount>, ListError, Client> = /*#__PURE__*/ trace(
  "ConnectedAccounts.list",
  /*#__PURE__*/ Effect.map(/*#__PURE__*/ callAsClient(wire.list, { params: { userId: "me" } }), ({ items }) => items)
)

export type { LinkedAccount } from "../wire/connectedAccounts.ts"
