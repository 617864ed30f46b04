/**
 * The tour: a user signs up, creates a team and an API key, and signs in and out. It runs over HTTP against the
 * emulator on the loopback interface.
 *
 * Run it with `npm start`. It exits with 0, or prints the step that failed and exits with 1.
 */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import {
  ApiError,
  ApiKeys,
  Client,
  CurrentUser,
  Password,
  Permissions,
  Project,
  Session,
  Sessions,
  Teams,
  type Tokens,
  TokenStore
} from "latchkey"
import { Emulator } from "latchkey/emulator"
import { serve } from "latchkey/emulator/node"
import { Permissions as ServerPermissions, Server, TeamMembers, Users } from "latchkey/server"
import { inspect } from "node:util"

const email = "ada@example.com"
const password = Redacted.make("correct horse battery")

let count = 0
let current = "start"

/** Prints the name of a step. Errors until the next one are reported for this step. */
const step = (name: string) =>
  Effect.suspend(() => {
    current = name
    return Console.log(`\n${++count}. ${name}`)
  })

const print = (label: string, value: unknown) =>
  Console.log(
    `   ${label.padEnd(20)} ${typeof value === "string" ? value : inspect(value, { breakLength: 90, compact: 3 })}`
  )

/** Fails the step if a condition is `false`. */
const check = (holds: boolean, what: string) => holds ? Effect.void : Effect.fail(new Error(`Expected ${what}`))

const visitor = Effect.gen(function*() {
  yield* step("Read the project while signed out")
  const project = yield* Project.get
  yield* print("project", project.displayName)
  yield* print("password sign-in", project.config.credentialEnabled ? "enabled" : "disabled")
  const before = yield* CurrentUser.get()
  yield* check(before === null, "no signed-in user")
  yield* print("current user", "none, known without a request")

  yield* step("Sign up with a short password: a typed error")
  const tooShort = yield* Effect.flip(
    Password.signUp({
      email,
      password: Redacted.make("short"),
      verificationCallbackUrl: "http://localhost:3000/verify"
    })
  )
  yield* check(tooShort._tag === "PasswordTooShort" && tooShort.details.minLength === 8, "PasswordTooShort with 8")
  yield* print(tooShort._tag, tooShort.message)

  yield* step("Sign up")
  const signedUp = yield* Password.signUp({ email, password, verificationCallbackUrl: "http://localhost:3000/verify" })
  yield* print("user", signedUp.userId)
  yield* print("tokens", signedUp.tokens)

  yield* step("Read and change the current user")
  const user = yield* CurrentUser.update({ displayName: "Ada Lovelace", clientMetadata: { theme: "dark" } })
  const again = yield* CurrentUser.get({ or: "throw" })
  yield* check(again.displayName === "Ada Lovelace" && again.id === user.id, "the new name")
  yield* print("name", again.displayName)
  yield* print("metadata", again.clientMetadata)

  yield* step("Sign up with the same email: a typed error")
  const taken = yield* Effect.flip(
    Password.signUp({ email, password, verificationCallbackUrl: "http://localhost:3000/verify" })
  )
  yield* check(taken._tag === "UserWithEmailAlreadyExists", "UserWithEmailAlreadyExists")
  yield* print(taken._tag, taken.message)

  yield* step("Sign out")
  yield* Session.signOut
  const state = yield* Session.state
  yield* check(state._tag === "SignedOut", "a signed-out session")
  yield* print("session", state._tag)

  yield* step("Sign in with a wrong password: a typed error")
  const refused = yield* Effect.flip(Password.signIn({ email, password: Redacted.make("incorrect horse") }))
  yield* check(refused._tag === "EmailPasswordMismatch", "EmailPasswordMismatch")
  yield* print(refused._tag, refused.message)

  yield* step("Sign in")
  const signedIn = yield* Password.signIn({ email, password })
  yield* check(signedIn.userId === signedUp.userId, "the same user as before")
  const sessions = yield* Sessions.list
  yield* check(sessions.length === 1 && sessions[0]?.isCurrentSession === true, "one session, the current one")
  yield* print("sessions", `${sessions.length}, since ${sessions[0]?.createdAt.toISOString()}`)

  yield* step("Create a team, which becomes the selected team")
  const team = yield* Teams.create({ displayName: "Analytical Engines" })
  const member = yield* CurrentUser.get({ or: "throw" })
  yield* check(member.selectedTeamId === team.id, "the new team as the selected team")
  yield* print("team", `${team.displayName}, ${team.id}`)

  yield* step("List permissions in the team: its creator has all of them")
  const permissions = yield* Permissions.listInTeams({ teamId: team.id })
  yield* check(permissions.some(({ id }) => id === "$invite_members"), "the permission to invite members")
  yield* print("permissions", permissions.map(({ id }) => id).join(" "))

  yield* step("Create an API key: its value is shown once and never logged")
  const apiKey = yield* ApiKeys.create({ description: "Nightly backup" })
  const listed = yield* ApiKeys.list()
  yield* check(listed.length === 1, "one key")
  yield* print("value", apiKey.value)
  yield* print("listed as", `…${listed[0]?.value.lastFour}`)
  return { tokens: signedIn.tokens, userId: signedIn.userId, teamId: team.id, apiKey }
})

/** A second device with only the refresh token: its first call refreshes. */
const secondDevice = Effect.gen(function*() {
  yield* step("Refresh the session on a device with only the refresh token")
  const before = yield* Session.state
  yield* check(before._tag === "Active" && before.tokens.accessToken === undefined, "no access token yet")
  const user = yield* CurrentUser.get({ or: "throw" })
  const after = yield* Session.state
  yield* check(after._tag === "Active" && after.tokens.accessToken !== undefined, "a new access token")
  yield* print("before", before)
  yield* print("after", after)
  yield* print("signed in as", user.displayName)
})

const backend = Effect.fnUntraced(function*({ apiKey, teamId, userId }: Effect.Success<typeof visitor>) {
  yield* step("On the server: find the owner of an API key")
  const owner = yield* Users.getByApiKey(apiKey.value)
  yield* check(owner?.id === userId, "the key's owner")
  const unknownOwner = yield* Users.getByApiKey(Redacted.make("sk_made_up"))
  yield* check(unknownOwner === null, "no owner of an unknown key")
  yield* print("owner", owner?.displayName)

  yield* step("On the server: add a team member and grant a permission")
  const grace = yield* Users.create({ displayName: "Grace", primaryEmail: "grace@example.com" })
  yield* TeamMembers.add({ teamId, userId: grace.id })
  const permission = { teamId, userId: grace.id, permissionId: "$update_team" }
  yield* check(!(yield* ServerPermissions.hasInTeam(permission)), "a member without the permission")
  yield* ServerPermissions.grantInTeam(permission)
  yield* check(yield* ServerPermissions.hasInTeam(permission), "the granted permission")
  const refused = yield* Effect.flip(ServerPermissions.grantInTeam({ ...permission, permissionId: "fly" }))
  yield* check(refused._tag === "PermissionNotFound", "PermissionNotFound")
  yield* print("granted", permission.permissionId)
  yield* print(refused._tag, refused.message)

  yield* step("On the server: create users and stream all of them")
  for (const name of ["Edsger", "Barbara"]) {
    yield* Users.create({ displayName: name, primaryEmail: `${name.toLowerCase()}@example.com` })
  }
  const names = yield* Users.stream({ pageSize: 2 }).pipe(Stream.map((user) => user.displayName), Stream.runCollect)
  yield* check(names.length === 4, "four users in pages")
  yield* print("users", names.join(", "))
})

const closing = Effect.gen(function*() {
  yield* step("Change the password, which ends every other session")
  yield* Password.update({ oldPassword: password, newPassword: Redacted.make("a newer password") })
  const sessions = yield* Sessions.list
  yield* check(sessions.length === 1, "one remaining session")
  yield* print("sessions", `${sessions.length}`)

  yield* step("Sign out again")
  yield* Session.signOut
  yield* print("session", (yield* Session.state)._tag)
  const after = yield* CurrentUser.get()
  yield* check(after === null, "no signed-in user")
})

const unreachable = Effect.gen(function*() {
  yield* step("Sign in while the service is down: a typed error with diagnostics")
  const error = yield* Effect.flip(Password.signIn({ email, password }))
  yield* check(error._tag === "ApiError" && error.reason._tag === "NetworkFailure", "a NetworkFailure")
  if (error instanceof ApiError && error.reason._tag === "NetworkFailure") {
    yield* print("reason", error.reason._tag)
    yield* print("diagnostics", error.reason.diagnostics)
  }
})

const program = Effect.gen(function*() {
  const { url } = yield* serve()
  yield* Console.log(`Latchkey tour, over HTTP against the emulator at ${url}`)
  const { projectId, publishableClientKey, secretServerKey } = Emulator.adminOptions
  const client = (apiUrl: string) => Client.layer({ apiUrl, projectId, publishableClientKey })
  const server = Server.layer({ apiUrl: url, projectId, publishableClientKey, secretServerKey })

  const made = yield* visitor.pipe(
    Effect.provide(client(url).pipe(Layer.provide(TokenStore.layerMemory)))
  )
  const tokens: Tokens.Tokens = made.tokens
  const store = TokenStore.layerTokens({ refreshToken: tokens.refreshToken })
  yield* secondDevice.pipe(Effect.provide(client(url).pipe(Layer.provide(store))))
  yield* backend(made).pipe(Effect.provide(server.pipe(Layer.provide(TokenStore.layerNone))))
  yield* closing.pipe(Effect.provide(client(url).pipe(Layer.provide(TokenStore.layerTokens(tokens)))))
  // No server listens on this port anymore.
  const down = yield* Effect.scoped(serve())
  yield* unreachable.pipe(Effect.provide(client(down.url).pipe(Layer.provide(TokenStore.layerMemory))))
  yield* Console.log(`\nAll ${count} steps passed.`)
}).pipe(Effect.scoped, Effect.provide(Emulator.layerWithoutTransport()))

Effect.runPromise(program).catch((error: unknown) => {
  console.error(`\nThe step "${current}" failed:`)
  console.error(error)
  process.exitCode = 1
})
