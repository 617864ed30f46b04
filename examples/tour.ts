/**
 * The tour: one person signs up, in and out, over real HTTP against the emulator on loopback.
 *
 * Run it with `npm start`. It exits with 0, or names the step whose answer was not what it should be and exits with 1.
 */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { ApiError, Client, CurrentUser, Password, Project, Session, Sessions, type Tokens, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { serve } from "latchkey/emulator/node"
import { Server, Users } from "latchkey/server"
import { inspect } from "node:util"

const email = "ada@example.com"
const password = Redacted.make("correct horse battery")

let count = 0
let current = "start"

/** Announces a step; whatever fails until the next one, fails in it. */
const step = (name: string) =>
  Effect.suspend(() => {
    current = name
    return Console.log(`\n${++count}. ${name}`)
  })

const show = (label: string, value: unknown) =>
  Console.log(
    `   ${label.padEnd(20)} ${typeof value === "string" ? value : inspect(value, { breakLength: 90, compact: 3 })}`
  )

/** Fails the step unless the answer is what it should be. */
const expect = (holds: boolean, what: string) => holds ? Effect.void : Effect.fail(new Error(`Expected ${what}`))

const visitor = Effect.gen(function*() {
  yield* step("Read the project, signed out")
  const project = yield* Project.current
  yield* show("project", project.displayName)
  yield* show("password sign-in", project.config.credentialEnabled ? "open" : "closed")
  const nobody = yield* CurrentUser.get()
  yield* expect(nobody === null, "nobody to be signed in")
  yield* show("current user", "nobody, and no request was needed to know")

  yield* step("Sign up with a password that is too short: a typed error")
  const tooShort = yield* Effect.flip(
    Password.signUp({
      email,
      password: Redacted.make("short"),
      verificationCallbackUrl: "http://localhost:3000/verify"
    })
  )
  yield* expect(tooShort._tag === "PasswordTooShort" && tooShort.details.minLength === 8, "PasswordTooShort with 8")
  yield* show(tooShort._tag, tooShort.message)

  yield* step("Sign up")
  const signedUp = yield* Password.signUp({ email, password, verificationCallbackUrl: "http://localhost:3000/verify" })
  yield* show("user", signedUp.userId)
  yield* show("tokens", signedUp.tokens)

  yield* step("Read and change the current user")
  const user = yield* CurrentUser.update({ displayName: "Ada Lovelace", clientMetadata: { theme: "dark" } })
  const again = yield* CurrentUser.get({ or: "throw" })
  yield* expect(again.displayName === "Ada Lovelace" && again.id === user.id, "the new name to be read back")
  yield* show("name", again.displayName)
  yield* show("metadata", again.clientMetadata)

  yield* step("Sign up once more with the same address: a typed error")
  const taken = yield* Effect.flip(
    Password.signUp({ email, password, verificationCallbackUrl: "http://localhost:3000/verify" })
  )
  yield* expect(taken._tag === "UserWithEmailAlreadyExists", "UserWithEmailAlreadyExists")
  yield* show(taken._tag, taken.message)

  yield* step("Sign out")
  yield* Session.signOut
  const state = yield* Session.state
  yield* expect(state._tag === "SignedOut", "to be signed out")
  yield* show("session", state._tag)

  yield* step("Sign in with a wrong password: a typed error")
  const refused = yield* Effect.flip(Password.signIn({ email, password: Redacted.make("incorrect horse") }))
  yield* expect(refused._tag === "EmailPasswordMismatch", "EmailPasswordMismatch")
  yield* show(refused._tag, refused.message)

  yield* step("Sign in")
  const signedIn = yield* Password.signIn({ email, password })
  yield* expect(signedIn.userId === signedUp.userId, "the same user as before")
  const sessions = yield* Sessions.list
  yield* expect(sessions.length === 1 && sessions[0]?.isCurrentSession === true, "one session, the current one")
  yield* show("sessions", `${sessions.length}, since ${sessions[0]?.createdAt.toISOString()}`)
  return signedIn.tokens
})

/** A second device that has nothing but the refresh token: its first call refreshes. */
const secondDevice = Effect.gen(function*() {
  yield* step("Refresh: a device that holds only the refresh token")
  const before = yield* Session.state
  yield* expect(before._tag === "Active" && before.tokens.accessToken === undefined, "no access token yet")
  const user = yield* CurrentUser.get({ or: "throw" })
  const after = yield* Session.state
  yield* expect(after._tag === "Active" && after.tokens.accessToken !== undefined, "a new access token")
  yield* show("before", before)
  yield* show("after", after)
  yield* show("signed in as", user.displayName)
})

const backend = Effect.gen(function*() {
  yield* step("On the server: create users, and stream all of them")
  for (const name of ["Grace", "Edsger", "Barbara"]) {
    yield* Users.create({ displayName: name, primaryEmail: `${name.toLowerCase()}@example.com` })
  }
  const names = yield* Users.stream({ pageSize: 2 }).pipe(Stream.map((user) => user.displayName), Stream.runCollect)
  yield* expect(names.length === 4, "four users, page by page")
  yield* show("users", names.join(", "))
})

const closing = Effect.gen(function*() {
  yield* step("Change the password, which ends every other session")
  yield* Password.update({ oldPassword: password, newPassword: Redacted.make("a newer password") })
  const sessions = yield* Sessions.list
  yield* expect(sessions.length === 1, "one session to be left")
  yield* show("sessions", `${sessions.length}`)

  yield* step("Sign out for good")
  yield* Session.signOut
  yield* show("session", (yield* Session.state)._tag)
  const nobody = yield* CurrentUser.get()
  yield* expect(nobody === null, "nobody to be signed in")
})

const unreachable = Effect.gen(function*() {
  yield* step("Sign in while the service is down: a typed error with diagnostics")
  const error = yield* Effect.flip(Password.signIn({ email, password }))
  yield* expect(error._tag === "ApiError" && error.reason._tag === "NetworkFailure", "a NetworkFailure")
  if (error instanceof ApiError && error.reason._tag === "NetworkFailure") {
    yield* show("reason", error.reason._tag)
    yield* show("diagnostics", error.reason.diagnostics)
  }
})

const program = Effect.gen(function*() {
  const { url } = yield* serve()
  yield* Console.log(`Latchkey tour, over HTTP against the emulator on ${url}`)
  const { projectId, publishableClientKey, secretServerKey } = Emulator.project
  const client = (apiUrl: string) => Client.layer({ apiUrl, projectId, publishableClientKey })
  const server = Server.layer({ apiUrl: url, projectId, publishableClientKey, secretServerKey })

  const tokens: Tokens.Tokens = yield* visitor.pipe(
    Effect.provide(client(url).pipe(Layer.provide(TokenStore.layerMemory)))
  )
  const holding = TokenStore.layerTokens({ refreshToken: tokens.refreshToken })
  yield* secondDevice.pipe(Effect.provide(client(url).pipe(Layer.provide(holding))))
  yield* backend.pipe(Effect.provide(server.pipe(Layer.provide(TokenStore.layerNone))))
  yield* closing.pipe(Effect.provide(client(url).pipe(Layer.provide(TokenStore.layerTokens(tokens)))))
  // Where a server was a moment ago.
  const down = yield* Effect.scoped(serve())
  yield* unreachable.pipe(Effect.provide(client(down.url).pipe(Layer.provide(TokenStore.layerMemory))))
  yield* Console.log(`\nAll ${count} steps went as they should.`)
}).pipe(Effect.scoped, Effect.provide(Emulator.layerWithoutTransport()))

Effect.runPromise(program).catch((error: unknown) => {
  console.error(`\nThe step "${current}" failed:`)
  console.error(error)
  process.exitCode = 1
})
