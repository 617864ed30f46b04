/** Seeds: initial users, teams, permissions and settings in a JSON document that people write. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import {
  array,
  boolean,
  check,
  type Codec,
  getNode,
  integer,
  literal,
  nullOr,
  optional,
  secret,
  string,
  union
} from "../../wire/Codec.ts"
import { decode, Problem } from "../../wire/decode.ts"
import { isObject, jsonInput } from "../../wire/Json.ts"
import { OAuthProviderConfig } from "../../wire/projectConfig.ts"
import { Domain } from "../../wire/projects.ts"
import { partial, struct } from "../../wire/Struct.ts"
import { webhookCodecs, type WebhookType } from "../../wire/webhookEvents.ts"
import { findViolations } from "../requests/findViolations.ts"
import { isAddress, isBase64, isUuid } from "../rules/validation.ts"
import { isWebhookSecret } from "../webhooks/rows.ts"
import { isWebhookUrl, type WebhookEndpoint } from "../webhooks/types.ts"
import { lastMillis } from "./dates.ts"
import { configFields } from "./ProjectConfig.ts"
import type { ConfigOptions, ProjectOptions, UserOptions } from "./projectOptions.ts"
import type { NewTeam } from "./teamRows.ts"
import { optionalUserFields } from "./userFields.ts"

/** Raised when a document is not a seed, or its parts contradict each other. */
export class InvalidSeed extends Data.TaggedError("InvalidSeed")<{
  /** The problems, one in each line. */
  readonly message: string
  /** One sentence for each problem. It starts with the path, such as `seed.users[3].password`, and contains no value. */
  readonly problems: ReadonlyArray<string>
}> {}

/** A user in a seed. */
export interface SeedUser extends UserOptions {
  /** A UUID v4. */
  readonly id?: string | undefined
  /** A bcrypt hash instead of `password`. */
  readonly passwordHash?: Redacted.Redacted<string> | undefined
  readonly signedUpAtMillis?: number | undefined
  /** Project permissions by id, in addition to the default ones. */
  readonly permissions?: ReadonlyArray<string> | undefined
}

/** A team member in a seed. */
export interface SeedMember {
  /** A user's id or email. */
  readonly user: string
  /** Team permissions by id. By default, those for new members. */
  readonly permissions?: ReadonlyArray<string> | undefined
  readonly displayName?: string | null | undefined
  readonly profileImageUrl?: string | null | undefined
}

/** A team in a seed. */
export interface SeedTeam extends NewTeam {
  readonly members?: ReadonlyArray<SeedMember> | undefined
}

/** A permission that a project defines. */
export interface SeedPermission {
  readonly id: string
  readonly scope: "team" | "project"
  readonly description?: string | undefined
  readonly containedPermissionIds?: ReadonlyArray<string> | undefined
}

/** A project's contents. */
export interface SeedContents {
  readonly project?: Pick<ProjectOptions, "displayName" | "description" | "isProductionMode" | "config"> | undefined
  readonly permissions?: ReadonlyArray<SeedPermission> | undefined
  readonly users?: ReadonlyArray<SeedUser> | undefined
  readonly teams?: ReadonlyArray<SeedTeam> | undefined
  /** The endpoints that receive webhooks. Users and teams of the seed are not reported. */
  readonly webhooks?: ReadonlyArray<WebhookEndpoint> | undefined
}

/** The contents of an additional project, or of `internal`. */
export interface SeedProject extends SeedContents {
  readonly id: string
  readonly publishableClientKey?: string | undefined
  readonly secretServerKey?: Redacted.Redacted<string> | undefined
  readonly superSecretAdminKey?: Redacted.Redacted<string> | undefined
}

/** The default project's contents, and further projects. */
export interface Seed extends SeedContents {
  readonly version: 1
  readonly projects?: ReadonlyArray<SeedProject> | undefined
}

const uuid = /*#__PURE__*/ check(string, isUuid, "a UUID v4")
const email = /*#__PURE__*/ check(string, isAddress, "an email address")
const base64 = /*#__PURE__*/ check(string, isBase64, "base64")
// Sound: the check tests the type.
const webhookType = /*#__PURE__*/ check(
  string,
  (type) => Object.hasOwn(webhookCodecs, type),
  "a type of webhooks, such as user.created"
) as Codec<string> as Codec<WebhookType>
const text = () => optional(string)
const nullable = () => optional(nullOr(string))

const metadata = () => ({
  clientMetadata: optional(jsonInput),
  clientReadOnlyMetadata: optional(jsonInput),
  serverMetadata: optional(jsonInput)
})

const User = (): Codec<SeedUser> =>
  struct({
    id: optional(uuid),
    ...optionalUserFields,
    ...metadata(),
    primaryEmail: optional(nullOr(email)),
    primaryEmailVerified: optional(boolean),
    primaryEmailAuthEnabled: optional(boolean),
    password: optional(secret),
    passwordHash: optional(secret),
    totpSecretBase64: optional(nullOr(base64)),
    isAnonymous: optional(boolean),
    oauthProviders: optional(array(struct({ id: string, accountId: string, email: optional(nullOr(email)) }))),
    signedUpAtMillis: optional(check(integer, (millis) => Math.abs(millis) <= lastMillis, "a time in milliseconds")),
    permissions: optional(array(string))
  })

const Team = (): Codec<SeedTeam> =>
  struct({
    id: optional(uuid),
    profileImageUrl: nullable(),
    ...metadata(),
    displayName: string,
    members: optional(array(struct({
      user: string,
      permissions: optional(array(string)),
      displayName: nullable(),
      profileImageUrl: nullable()
    })))
  })

const Webhook = (): Codec<WebhookEndpoint> =>
  struct({
    url: check(string, isWebhookUrl, "an http or https URL"),
    secret: check(string, (text) => isWebhookSecret(Redacted.make(text)), "whsec_ and Base64"),
    events: optional(array(webhookType))
  })

const Config = () =>
  struct(partial({
    ...configFields,
    domains: array(union(() => [string, Domain])),
    oauthProviders: array(union(() => [string, OAuthProviderConfig]))
    // Sound: JSON contains no `undefined`.
  })) as Codec<ConfigOptions>

const contents = () => ({
  project: optional(struct({
    displayName: text(),
    description: text(),
    isProductionMode: optional(boolean),
    config: optional(Config())
  })),
  permissions: optional(array(struct({
    id: string,
    scope: literal("team", "project"),
    description: text(),
    containedPermissionIds: optional(array(string))
  }))),
  users: optional(array(User())),
  teams: optional(array(Team())),
  webhooks: optional(array(Webhook()))
})

const SeedCodec: Codec<Seed> = /*#__PURE__*/ struct(() => ({
  version: literal(1),
  ...contents(),
  projects: optional(array(struct({
    id: string,
    publishableClientKey: text(),
    secretServerKey: optional(secret),
    superSecretAdminKey: optional(secret),
    ...contents()
  })))
}))

/**
 * Parses a seed. Its keys are in snake_case. Fails with `InvalidSeed` for any other value.
 *
 * **Example** (A seed from a file)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Emulator } from "latchkey/emulator"
 *
 * const json = JSON.parse("{ \"version\": 1, \"users\": [{ \"primary_email\": \"ada@example.com\" }] }")
 * const program = Effect.map(Emulator.parseSeed(json), (seed) => Emulator.layer({ seed }))
 * ```
 */
export const parseSeed = (json: unknown): Effect.Effect<Seed, InvalidSeed> =>
  Effect.suspend(() => {
    const problems = listProblems(json)
    if (problems.length > 0) return Effect.fail(makeInvalidSeed(problems))
    const seed = decode(SeedCodec, json)
    return seed instanceof Problem ? Effect.fail(makeInvalidSeed([`seed: ${seed.message}`])) : Effect.succeed(seed)
  })

const listProblems = (json: unknown): ReadonlyArray<string> => {
  if (isObject(json) && typeof json["version"] === "number" && json["version"] > 1) {
    return ["seed.version must be 1. A newer version of latchkey has written this document"]
  }
  try {
    return findViolations(getNode(SeedCodec), json, "seed")
      .map((problem) => problem === "seed.version is missing" ? `${problem}. It must be 1` : problem)
  } catch {
    // Thousands of levels may overflow the stack.
    return ["seed is nested too deeply"]
  }
}

/** Creates the error for a seed with problems. */
export const makeInvalidSeed = (problems: ReadonlyArray<string>): InvalidSeed =>
  new InvalidSeed({ problems, message: problems.join("\n") })
