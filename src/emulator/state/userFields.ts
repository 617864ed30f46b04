/** The user fields that servers read and set under the same names. Rows, seeds, changes and responses follow from them. */
import { boolean, nullOr, parsedJson, string, type StructType } from "../../wire/Codec.ts"
import type { Generation } from "../../wire/Endpoint.ts"
import { partial } from "../../wire/Struct.ts"
import { RiskScores } from "../../wire/User.ts"

const fields = {
  displayName: nullOr(string),
  profileImageUrl: nullOr(string),
  clientMetadata: parsedJson,
  clientReadOnlyMetadata: parsedJson,
  serverMetadata: parsedJson,
  otpAuthEnabled: boolean
}

/** Services before 2026 do not show these. */
const fields2026 = {
  restrictedByAdmin: boolean,
  restrictedByAdminReason: nullOr(string),
  restrictedByAdminPrivateDetails: nullOr(string),
  countryCode: nullOr(string),
  riskScores: RiskScores
}

type Fields = StructType<typeof fields>
type Fields2026 = StructType<typeof fields2026>
type UserFields = Fields & Fields2026

const defaults: Fields = {
  displayName: null,
  profileImageUrl: null,
  clientMetadata: null,
  clientReadOnlyMetadata: null,
  serverMetadata: null,
  otpAuthEnabled: false
}

const defaults2026: Fields2026 = {
  restrictedByAdmin: false,
  restrictedByAdminReason: null,
  restrictedByAdminPrivateDetails: null,
  countryCode: null,
  riskScores: { signUp: { bot: 0, freeTrialAbuse: 0 } }
}

/** The codecs for a user's row. */
export const userFields = { ...fields, ...fields2026 }

/** The same codecs for a seed, where each field is optional. */
export const optionalUserFields = partial(userFields)

/** A new user's values. */
export const defaultUserFields: UserFields = { ...defaults, ...defaults2026 }

const allNames = Object.keys(defaultUserFields)

/** The fields that a service in each generation shows. */
const shownNames: Readonly<Record<Generation, ReadonlyArray<string>>> = {
  "2025": Object.keys(defaults),
  "2026": allNames
}

/** A new user's fields, or the changed ones. */
export type UserFieldChanges = StructType<typeof optionalUserFields>

/** Returns the fields that a request or a seed sets, as the service stores them. */
export const toStoredFields = (changes: UserFieldChanges): Partial<UserFields> => {
  const { countryCode, displayName } = changes
  const stored = {
    ...changes,
    ...(displayName === "" && { displayName: null }),
    ...(countryCode != null && { countryCode: countryCode.toUpperCase() })
  }
  return pickDefined(stored, allNames)
}

/** Returns the fields that a service in the generation shows. */
export const toShownFields = (user: UserFields, generation: Generation): Fields & Partial<Fields2026> =>
  // Sound: a user has a value for each name.
  pickDefined(user, shownNames[generation]) as Fields & Partial<Fields2026>

/** Returns the fields with values. `Struct.pick` would take a sixth of a call for the user. */
const pickDefined = (values: UserFieldChanges, names: ReadonlyArray<string>): Partial<UserFields> => {
  const picked: Record<string, unknown> = {}
  for (const name of names) {
    // Sound: each name is a field's.
    const value = values[name as keyof UserFields]
    if (value !== undefined) picked[name] = value
  }
  return picked
}
