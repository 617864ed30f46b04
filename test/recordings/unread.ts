/** Fields of recorded responses that descriptions omit. */
import { assert } from "@effect/vitest"
import type { Any } from "../../src/wire/Endpoint.ts"
import * as oauth from "../../src/wire/oauth.ts"
import { isObject } from "./recordings.ts"

/** Response fields without a description: programs have no use for them. */
const unread: Readonly<Record<string, ReadonlyArray<string>>> = {
  // Always `null` for a refresh token grant.
  "oauth.refresh": ["afterCallbackRedirectUrl", "after_callback_redirect_url"]
}

/** A body without undescribed fields. A code grant repeats two fields under their older names. */
export const withoutUnread = (endpoint: Any, body: unknown): unknown => {
  if (!isObject(body)) return body
  const names = unread[endpoint.id]
  if (names !== undefined) return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
  if (endpoint !== oauth.exchange) return body
  const { afterCallbackRedirectUrl, newUser, ...rest } = body
  assert.strictEqual(newUser, rest["is_new_user"], "newUser")
  assert.strictEqual(afterCallbackRedirectUrl, rest["after_callback_redirect_url"], "afterCallbackRedirectUrl")
  return rest
}
