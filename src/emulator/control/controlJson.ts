/** The control API's JSON. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import {
  boolean,
  check,
  type Codec,
  finite,
  nullOr,
  optional,
  secret,
  string,
  type TypeOf,
  union
} from "../../wire/Codec.ts"
import { type Json, jsonInput, type JsonObject, parseJson } from "../../wire/Json.ts"
import { struct, toSnakeCase } from "../../wire/Struct.ts"
import { ServerUser } from "../../wire/User.ts"
import { decodeStrictly } from "../requests/findViolations.ts"
import { encodeOrThrow, reject, type Rejection } from "../requests/http.ts"
import { isDeeperThan, maxDepth } from "../requests/jsonDepth.ts"
import { isAddress } from "../rules/validation.ts"
import type { UserOptions } from "../state/projectOptions.ts"
import type { ListedUser } from "../state/userList.ts"
import type { WebhookDelivery } from "../webhooks/deliveries.ts"

/** Decodes a request's JSON body. Fails with one sentence for each violation. */
export const decodeBody = <A>(codec: Codec<A>, body: string | undefined): Effect.Effect<A, Rejection> => {
  const text = body ?? ""
  if (isDeeperThan(maxDepth, text)) {
    return Effect.fail(reject(400, `The body is nested more than ${maxDepth} levels deep`))
  }
  const json = parseJson(text)
  if (json === undefined) return Effect.fail(reject(400, "The body is not valid JSON"))
  return Effect.mapError(
    Effect.fromResult(decodeStrictly(codec, json, "body")),
    (violations) => reject(400, violations.join("; "))
  )
}

export const NewUserCodec = /*#__PURE__*/ struct(() => ({
  email: optional(nullOr(check(string, isAddress, "an email address"))),
  emailVerified: optional(boolean),
  password: optional(secret),
  displayName: optional(nullOr(string)),
  otpAuthEnabled: optional(boolean),
  isAnonymous: optional(boolean),
  profileImageUrl: optional(nullOr(string)),
  clientMetadata: optional(jsonInput),
  clientReadOnlyMetadata: optional(jsonInput),
  serverMetadata: optional(jsonInput)
}))

export const toUserOptions = (
  { email, emailVerified, ...options }: TypeOf<typeof NewUserCodec>
): UserOptions => ({ ...options, primaryEmail: email, primaryEmailVerified: emailVerified })

/** A clock change: relative, or the offset to set. */
export const AdvanceCodec = /*#__PURE__*/ union(() => [
  struct({ advanceSeconds: finite }),
  struct({ offsetMillis: finite })
])

/** Returns a user's JSON: the fields that servers see, and the session count. */
export const encodeListedUser = ({ sessionCount, ...user }: ListedUser): unknown => ({
  // Sound: a struct encodes to an object.
  ...encodeOrThrow(ServerUser, user) as object,
  session_count: sessionCount
})

/** Returns a listed object's JSON: times in milliseconds, secrets in plain text, and `null` for missing values. */
export const encodeListed = (listed: object): JsonObject =>
  Object.fromEntries(
    Object.entries(listed).map(([name, value]: [string, unknown]) => [
      toSnakeCase(name) + (/^at$|At$/.test(name) ? "_millis" : ""),
      // Sound: other values are JSON.
      (value instanceof Date
        ? value.getTime()
        : Redacted.isRedacted(value)
        ? Redacted.value(value)
        : value ?? null) as Json
    ])
  )

export const encodeDelivery = ({ attempts, ...delivery }: WebhookDelivery): JsonObject => ({
  ...encodeListed(delivery),
  attempts: attempts.map(encodeListed)
})
