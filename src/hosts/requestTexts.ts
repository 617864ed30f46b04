/** Sign-in steps between two requests, in cookies that scripts cannot read. */
import * as Effect from "effect/Effect"
import type { Cookies } from "../platform/Cookies.ts"
import { isSecure } from "../platform/PendingResponse.ts"
import type { TextStorage } from "../platform/TabStorage.ts"

/** In seconds. Each text also contains its expiry: a second factor ends after five minutes. */
const maxAge = 3600

/**
 * Creates a request's storage. On https, the cookies have the prefix `__Host-`, so that another subdomain cannot set them
 * (RFC 6265bis § 4.1.3.2).
 */
export const makeRequestTexts = Effect.fnUntraced(function*(
  cookies: Cookies["Service"],
  url: string
): Effect.fn.Return<TextStorage> {
  const prefix = isSecure(url, yield* cookies.all) ? "__Host-" : ""
  return {
    get: (name) => Effect.map(cookies.all, (all) => all.find((cookie) => cookie.name === prefix + name)?.value),
    set: (name, text) => cookies.set(prefix + name, text, { maxAge, httpOnly: true }),
    remove: (name) => cookies.remove(prefix + name)
  }
})
