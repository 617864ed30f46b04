/** Decodes the JSON of the current user, by the description in `src/wire`. */
import * as Schema from "effect/Schema"

// The decoder is no part of the public API, so it is loaded from the build.
const users: typeof import("../../src/wire/users.ts") = await import(
  new URL("../../dist/src/wire/users.js", import.meta.url).href
)

/** Returns the user. Throws if the JSON does not describe one. */
export const decodeUser: (json: unknown) => unknown = Schema.decodeUnknownSync(users.readCurrent.success)
