/** Decodes the JSON of the current user by the description in `src/wire`. */
import { decode } from "../../src/wire/decode.ts"
import { readCurrent } from "../../src/wire/users.ts"

/** Returns the user, or a `Problem` if the JSON does not describe one. */
export const decodeUser = (json: unknown): unknown => decode(readCurrent.success, json)
