/** Decodes the JSON of the current user by the description in `src/wire`. */
import { decode } from "../../src/wire/decode.ts"
import { getCurrent } from "../../src/wire/users.ts"

/** Returns the user, or a `Problem` if the JSON does not describe one. */
export const decodeUser = (json: unknown): unknown => decode(getCurrent.success, json)
