/**
 * A plain Node script, without Effect: somebody signs up, founds a team and signs in with a second factor, and an importer with
 * the secret key reads all users, over HTTP against the emulator on loopback.
 *
 * Run it with `npm exec -- node --conditions=@latchkey/source examples/promise.ts`. It prints what happens, and exits with 0.
 */
import { Auth, Mfa, Password, Redacted, Resources } from "latchkey/promise"
import { Auth as ServerAuth } from "latchkey/promise/server"
import { startEmulator } from "./promise-service.ts"

const email = "ada@example.com"
const password = Redacted.make("correct horse battery")

await using service = await startEmulator()
const { code, project, secretServerKey } = service

/** What a form does: every error that it may meet has a text of its own, and the compiler knows them all. */
const signUp = async (auth: Auth.Auth, password: string): Promise<string> => {
  const result = await auth.Password.signUp({
    email,
    password: Redacted.make(password),
    verificationCallbackUrl: "http://localhost:3000/verify"
  })
  if (result.ok) return `Welcome, ${email}!`
  switch (result.error._tag) {
    case "UserWithEmailAlreadyExists":
      return "You have an account already."
    case "PasswordTooShort":
      return `A password has ${result.error.details.minLength} characters at least.`
    default:
      return "Please try again later."
  }
}

await using auth = Auth.make(project)
console.log(await signUp(auth, "short"))
console.log(await signUp(auth, Redacted.value(password)))
console.log(await signUp(auth, Redacted.value(password)))

// Where there is nothing to decide, errors are thrown.
const team = await auth.orThrow.Teams.create({ displayName: "Analytical Engines" })
for await (const state of auth.watch(Resources.teams)) {
  if (state._tag !== "Ready" || state.isRefreshing) continue
  console.log(`Teams: ${state.value.map(({ displayName }) => displayName).join(", ")}`)
  if (state.value[0]?.displayName === "Difference Engines") break
  await auth.orThrow.Teams.update(team.id, { displayName: "Difference Engines" })
}

// A call that takes too long is given up.
try {
  await auth.withOptions({ signal: AbortSignal.abort(new Error("Too slow")) }).CurrentUser.get()
} catch (reason) {
  console.log(`Given up: ${String(reason)}`)
}

const { secret } = await auth.orThrow.Totp.generate()
await auth.orThrow.Totp.enable({ secret, code: code(secret) })
await auth.orThrow.Session.signOut()

// A sign-in that meets the second factor becomes a value with one next step.
const begun = await auth.orThrow.run(Mfa.orContinue(Password.signIn({ email, password })))
if (Mfa.isContinuation(begun)) {
  const continuation = auth.bind(begun)
  const wrong = await continuation.complete(Redacted.make("000000"))
  console.log(wrong.ok ? "?" : `Second factor: ${wrong.error._tag}`)
  const { userId } = await auth.orThrow.bind(begun).complete(code(secret))
  const user = await auth.orThrow.CurrentUser.get({ or: "throw" })
  console.log(`Signed in: ${user.id === userId}`)
}

// An importer on a server: the secret key, and a loop over all users.
await using server = ServerAuth.make({ ...project, secretServerKey })
for (const name of ["Charles", "Mary"]) await server.orThrow.Users.create({ displayName: name })
const names: Array<string> = []
for await (const user of server.orThrow.Users.stream({ pageSize: 2 })) {
  names.push(user.displayName ?? user.primaryEmail!)
}
console.log(`Users: ${names.join(", ")}`)
