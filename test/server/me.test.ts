/** The user id `me` at the server level: every function of `latchkey/server` is called with it, with and without a session. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { type Client, Password, TokenStore, type TransportRequest } from "latchkey"
import { Emulator } from "latchkey/emulator"
import * as latchkeyServer from "latchkey/server"
import { getNode, type StructCodec } from "../../src/wire/Codec.ts"
import { endpoints } from "../../src/wire/endpoints.ts"
import { email, password, projectId, recorded } from "../emulator/support.ts"
import { isMatch } from "../support/descriptions.ts"

type Level = Client.Client | latchkeyServer.Server.Server

const id = "11111111-1111-4111-8111-111111111111"
const key = Redacted.make("sk_unknown")

/** Every field that some function reads, with the user named as `me`. */
const fields = {
  userId: "me",
  creatorUserId: "me",
  teamId: id,
  id,
  permissionId: "team_admin",
  provider: "github",
  displayName: "A name",
  description: "A key",
  value: "ada@example.com",
  email: "ada@example.com",
  usedForAuth: false,
  notificationCategoryId: id,
  enabled: true,
  callbackUrl: "http://localhost:3000/verify"
}

/** Fields of a user owner, for functions that accept a user or a team. */
const { teamId: _, ...fieldsOfUser } = fields

/** Functions with other parameters than fields, or an id and fields. */
const particular: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  "ApiKeys.create": [fieldsOfUser],
  "ApiKeys.list": [fieldsOfUser],
  "ApiKeys.get": [fieldsOfUser],
  "ApiKeys.update": [fieldsOfUser, { description: "Another" }],
  "ApiKeys.revoke": [fieldsOfUser],
  "ApiKeys.check": ["user", key],
  "ApiKeys.find": ["user", key],
  "NotificationPreferences.list": ["me"],
  "OAuthProviders.create": [
    { ...fields, providerConfigId: "github", accountId: "1", allowSignIn: true, allowConnectedAccounts: true }
  ],
  "Sessions.list": ["me"],
  "TeamInvitations.list": [id],
  "TeamInvitations.listForUser": ["me"],
  "Teams.get": [id],
  "Teams.update": [id, { displayName: "Another" }],
  "Teams.remove": [id],
  "Teams.getByApiKey": [key],
  "Users.get": ["me"],
  "Users.update": ["me", { displayName: "Another" }],
  "Users.remove": ["me"],
  "Users.getByApiKey": [key],
  "Users.sendVerificationEmail": ["me", fields],
  "Users.create": [{}],
  "Users.list": [{}],
  "Users.stream": [{}]
}

/** Functions that return no effect. */
const notCalls = ["ApiKeys.state", "ApiKeys.isValid"]

/** Modules whose functions do not call endpoints with the session of the level. */
const otherModules = new Set([
  "AccessToken",
  "AuthProblem",
  "Authentication",
  "Authorization",
  "Jwks",
  "Redacted",
  "Server",
  "DeviceBoundSessions",
  "ForeignUse",
  "StoredSessionHost",
  "SessionStore",
  "Webhooks"
])

const functions = Object.entries(latchkeyServer).flatMap(([module, exports]) =>
  Object.entries(exports as Readonly<Record<string, unknown>>).flatMap(([name, value]) => {
    const full = `${module}.${name}`
    // A class is a service or an error.
    const isClass = typeof value === "function" && /^class\b/.test(Function.prototype.toString.call(value))
    return typeof value !== "function" || isClass || otherModules.has(module) || notCalls.includes(full) ? [] : [
      // Sound: invalid arguments are a RequestSchemaError, which the tests look for.
      [full, value as (...args: ReadonlyArray<unknown>) => unknown] as const
    ]
  })
)

const run = (
  name: string,
  call: (...args: ReadonlyArray<unknown>) => unknown
): Effect.Effect<unknown, unknown, Level> => {
  const value = call(...particular[name] ?? [fields, fields])
  // Sound: every call of the server level is an effect, or a stream of pages.
  return Stream.isStream(value)
    ? Stream.runDrain(value as Stream.Stream<unknown, unknown, Level>)
    : value as Effect.Effect<unknown, unknown, Level>
}

/** Runs a test over an emulator, with its received requests. */
const over = <A, E>(
  test: (requests: Array<TransportRequest>) => Effect.Effect<A, E, Level | Emulator.Emulator | TokenStore.TokenStore>
) => {
  const { layer, requests } = recorded()
  return test(requests).pipe(Effect.provide(
    latchkeyServer.Server.layer({ projectId, secretServerKey: Emulator.adminOptions.secretServerKey! }).pipe(
      Layer.provideMerge(TokenStore.layerMemory),
      Layer.provideMerge(layer)
    )
  ))
}

const namesMe = ({ body = "", url }: TransportRequest) => {
  const { pathname, searchParams } = new URL(url)
  return pathname.split("/").includes("me") || [...searchParams.values()].includes("me") || body.includes("\"me\"")
}

const tagOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "Success"
  const error = Exit.findErrorOption(exit)
  if (error._tag === "None") throw new Error(`It died: ${exit.cause}`)
  // Sound: every failure of a call has a tag.
  const { _tag, reason } = error.value as { _tag: string; reason?: { _tag: string; error?: { _tag: string } } }
  return [_tag, reason?._tag, reason?.error?._tag].filter((tag) => tag !== undefined).join("/")
}

const noUser = "CannotGetOwnUserWithoutUser"

/** Functions that refuse `me` as a user id, and those without a user parameter. */
const withoutMe = new Set([
  "ApiKeys.check",
  "ApiKeys.find",
  "ApiKeys.get",
  "ApiKeys.revoke",
  "ApiKeys.update",
  "CurrentUser.get",
  "Emails.send",
  "TeamInvitations.list",
  "TeamInvitations.revoke",
  "TeamInvitations.send",
  "Teams.get",
  "Teams.getByApiKey",
  "Teams.remove",
  "Teams.update",
  "Users.create",
  "Users.get",
  "Users.getByApiKey",
  "Users.list",
  "Users.sendSignInInvitation",
  "Users.remove",
  "Users.stream",
  "Users.update"
])

describe("me, at a server level without a session", () => {
  for (const [name, call] of functions) {
    it.effect(
      withoutMe.has(name)
        ? `${name} sends nothing that names me`
        : `${name} fails with ${noUser} and sends nothing`,
      () =>
        over((requests) =>
          Effect.gen(function*() {
            const tag = tagOf(yield* Effect.exit(run(name, call)))
            assert.deepStrictEqual(requests.filter(namesMe), [])
            if (withoutMe.has(name)) assert.notInclude(tag, noUser)
            else {
              assert.strictEqual(tag, noUser)
              assert.deepStrictEqual(requests, [])
            }
          })
        )
    )
  }
})

describe("me, at a server level with a session", () => {
  for (const [name, call] of functions.filter(([name]) => !withoutMe.has(name))) {
    it.effect(`${name} acts for the session's user`, () =>
      over((requests) =>
        Effect.gen(function*() {
          yield* Password.signUp({ email, password, verificationCallbackUrl: "http://localhost:3000/verify" })
          requests.length = 0
          const tag = tagOf(yield* Effect.exit(run(name, call)))
          assert.notInclude(tag, "RequestSchemaError", "the arguments do not fit: add them to `particular`")
          assert.notInclude(tag, noUser)
          assert.notInclude(tag, "UndeclaredError")
          assert.isTrue(requests.some(namesMe))
          for (const request of requests.filter(namesMe)) {
            assert.property(request.headers, "x-stack-access-token")
            assert.strictEqual(request.headers["x-stack-access-type"], "server")
          }
        })
      ))
  }
})

describe("an id of a user, at a server level with a session", () => {
  for (const [name, call] of functions.filter(([name]) => !withoutMe.has(name) && name !== "CurrentUser.update")) {
    it.effect(`${name} sends no token of the session`, () =>
      over((requests) =>
        Effect.gen(function*() {
          const { userId } = yield* Password.signUp({
            email,
            password,
            verificationCallbackUrl: "http://localhost:3000/verify"
          })
          requests.length = 0
          yield* Effect.exit(run(name, (...args) =>
            call(
              ...args.map((arg) =>
                arg === "me" ? userId : typeof arg === "object" ? { ...arg, userId, creatorUserId: userId } : arg
              )
            )))
          assert.isNotEmpty(requests)
          for (const { headers } of requests) assert.notProperty(headers, "x-stack-access-token")
        })
      ))
  }
})

describe("a description of the server level that takes me", () => {
  const takesMe = (codec: StructCodec<unknown> | undefined): boolean => {
    const node = codec && getNode(codec)
    return node?.kind === "struct" &&
      node.fields.some(({ codec, wireName }) => wireName.endsWith("user_id") && isMatch(codec, "me"))
  }
  /** Their functions never name a user: the key's id determines it. */
  const byKey = ["userApiKeys.get.server", "userApiKeys.update.server"]

  for (
    const { errors, id, params, payload, query, session } of endpoints.filter(({ id, level }) =>
      level !== "client" && !byKey.includes(id)
    )
  ) {
    if (![params, query, payload].some(takesMe)) continue
    it(`${id} sends the session's tokens, and declares the error for a missing user`, () => {
      assert.strictEqual(session, "me")
      assert.include(errors.map(({ tag }) => tag), noUser)
    })
  }
})
