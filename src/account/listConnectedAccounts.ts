/** Lists connected accounts. */
import type * as Effect from "effect/Effect"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { callAsClient, type Client } from "../session/ClientService.ts"
import * as wire from "../wire/connectedAccounts.ts"
import { takeItems } from "./takeItems.ts"

/** Errors from {@link list}. */
export type ListError = Errors<typeof wire.list>

/**
 * Lists the connected accounts, except those with `allowConnectedAccounts: false`. Services since 2026; with earlier
 * services, use `oauthProviders` from `CurrentUser.get`.
 */
export const list: Effect.Effect<ReadonlyArray<wire.LinkedAccount>, ListError, Client> = /*#__PURE__*/ trace(
  "ConnectedAccounts.list",
  /*#__PURE__*/ takeItems(/*#__PURE__*/ callAsClient(wire.list, { params: { userId: "me" } }))
)

export type { LinkedAccount } from "../wire/connectedAccounts.ts"
