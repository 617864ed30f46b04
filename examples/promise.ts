/**
 * A plain Node script without Effect. A user signs up, creates a team and signs in with two-factor authentication. Then
 * an import script with the secret key reads all users, over HTTP against the emulator on the loopback interface.
 *
 * Run it with `npm exec -- node --conditions=@latchkey/source examples/promise.ts`. It prints each result and exits
 * with 0.
 */
import { Auth, Mfa, Password, Redacted, Resources } from "latchkey/promise"
import { Auth as ServerAuth } from "latchkey/promise/server"
import { startEmulator } from "./promise-service.ts"

const email = "ada@example.com"
const password = Redacted.make("correct horse battery")

await using service = await startEmulator()
const { code, project, secretServerKey } = service

/** Returns the message of a sign-up form. The compiler checks that each error is a known one. */
const signUp = async (auth: Auth.Auth, password: string): Promise<string> => {
  const result = await auth.Password.signUp({
    email,
    password: Redacted.make(password),
    verificationCallbackUrl: "http://localhost:3000/verify"
  })
  if (result.ok) return `Welcome, ${email}!`
  switch (result.error._tag) {
    case "UserWithEmailAlreadyExists":
      return "You already have an account."
    case "PasswordTooShort":
      return `Use at least ${result.error.details.minLength} characters.`
    default:
      return "Something went wrong. Try again later."
  }
}

await using auth = Auth.make(project)
console.log(await signUp(auth, "short"))
console.log(await signUp(auth, Redacted.value(password)))
console.log(await signUp(auth, Redacted.value(password)))

// If errors need no handling, use `orThrow`.
const team = await auth.orThrow.Teams.create({ displayName: "Analytical Engines" })
for await (const state of auth.watch(Resources.teams)) {
  if (state._tag !== "Ready" || state.isRefreshing) continue
  console.log(`Teams: ${state.value.map(({ displayName }) => displayName).join(", ")}`)
  if (state.value[0]?.displayName === "Difference Engines") break
  await auth.orThrow.Teams.update(team.id, { displayName: "Difference Engines" })
}

// Calls accept an `AbortSignal`.
try {
  await auth.withOptions({ signal: AbortSignal.abort(new Error("Too slow")) }).CurrentUser.get()
} catch (reason) {
  console.log(`Aborted: ${String(reason)}`)
}

const { secret } = await auth.orThrow.Totp.generate()
await auth.orThrow.Totp.enable({ secret, code: code(secret) })
await auth.orThrow.Session.signOut()

// With `orContinue`, a sign-in that requires a second factor returns a continuation instead of failing.
const attempt = await auth.orThrow.run(Mfa.orContinue(Password.signIn({ email, password })))
if (Mfa.isContinuation(attempt)) {
  const continuation = auth.bind(attempt)
  const wrong = await continuation.complete(Redacted.make("000000"))
  console.log(wrong.ok ? "?" : `Second factor: ${wrong.error._tag}`)
  const { userId } = await auth.orThrow.bind(attempt).complete(code(secret))
  const user = await auth.orThrow.CurrentUser.get({ or: "throw" })
  console.log(`Signed in: ${user.id === userId}`)
}

// An import script on a server: the secret key, and a loop over all users.
await using server = ServerAuth.make({ ...project, secretServerKey })
for (const name of ["Charles", "Mary"]) await server.orThrow.Users.create({ displayName: name })
const names: Array<string> = []
for await (const user of server.orThrow.Users.stream({ pageSize: 2 })) {
  names.push(user.displayName ?? user.primaryEmail!)
}
console.log(`Users: ${names.join(", ")}`)
