/** Decodes the JSON of the current user by the description in `src/wire`. */
import * as Schema from "effect/Schema"
import { readCurrent } from "../../src/wire/users.ts"

/** Returns the user. Throws if the JSON does not describe one. */
export const decodeUser: (json: unknown) => unknown = Schema.decodeUnknownSync(readCurrent.success)
