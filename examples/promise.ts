/**
 * A plain Node script without Effect. A user signs up, creates a team and signs in with two-factor authentication. Then
 * an import script with the secret key reads all users, over HTTP against the emulator on the loopback interface.
 *
 * Run it with `npm exec -- node --conditions=@latchkey/source examples/promise.ts`. It prints each result and exits
 * with 0.
 */
import { type AuthClient, createAuthClient } from "latchkey/promise"
import { createServerClient } from "latchkey/promise/server"
import { startService } from "./promise-service.ts"

const email = "ada@example.com"
const password = "correct horse battery"

await using service = await startService()
const { apiUrl, projectId } = service.project

/** Returns the message of a sign-up form. The compiler checks that each code is one of this call. */
const signUp = async (auth: AuthClient, password: string): Promise<string> => {
  const { error } = await auth.signUp.password({ email, password })
  switch (error?.code) {
    case undefined:
      return `Welcome, ${email}!`
    case "USER_EMAIL_ALREADY_EXISTS":
      return "You already have an account."
    case "PASSWORD_TOO_SHORT":
      return "Use at least 8 characters."
    default:
      return "Something went wrong. Try again later."
  }
}

await using auth = createAuthClient(service.project)
auth.onChange(({ status }) => console.log(`Now ${status}`))
console.log(await signUp(auth, "short"))
console.log(await signUp(auth, password))
console.log(await signUp(auth, password))

// If errors need no handling, use `orThrow`.
const team = await auth.teams.create({ displayName: "Analytical Engines" }).orThrow()
console.log(`May invite: ${await auth.can("$invite_members", { team: team.id })}`)

// A value that stays fresh: the listener sees the new name without another request.
await new Promise<void>((resolve) => {
  const stop = auth.teams.subscribe(({ data, isRefreshing }) => {
    if (data === undefined || isRefreshing) return
    const names = data.map(({ displayName }) => displayName).join(", ")
    console.log(`Teams: ${names}`)
    if (names === "Analytical Engines") {
      void auth.teams.update(team.id, { displayName: "Difference Engines" })
    } else {
      stop()
      resolve()
    }
  })
})

// Calls accept an `AbortSignal`.
try {
  await auth.getUser({ signal: AbortSignal.abort(new Error("Too slow")) })
} catch (reason) {
  console.log(`Aborted: ${String(reason)}`)
}

const setup = await auth.totp.generate().orThrow()
await setup.enable(service.code(setup.setupKey)).orThrow()
await auth.signOut().orThrow()

// The first factor alone signs no user in. The data has the second step.
const signIn = await auth.signIn.password({ email, password }).orThrow()
if (signIn.status === "second-factor") {
  const wrong = await signIn.verify("000000")
  console.log(`Second factor: ${wrong.error?.code}`)
  const { userId } = await signIn.verify(service.code(setup.setupKey)).orThrow()
  const user = await auth.getUser({ or: "throw" }).orThrow()
  console.log(`Signed in: ${user.id === userId}`)
}

// Another device signs another user up with the code of an email.
await using phone = createAuthClient(service.project)
const sent = await phone.signIn.email({ email: "grace@example.com" }).orThrow()
const { data } = await sent.verify(await service.readCode("grace@example.com"))
console.log(`New user: ${data?.status === "signed-in" && data.isNewUser}`)

// An import script on a server: the secret key, and a loop over all users.
await using server = createServerClient({ apiUrl, projectId, secretServerKey: service.secretServerKey })
for (const displayName of ["Charles", "Mary"]) await server.users.create({ displayName }).orThrow()
const names: Array<string> = []
for await (const user of server.users.stream({ pageSize: 2 })) names.push(user.displayName ?? user.primaryEmail!)
console.log(`Users: ${names.join(", ")}`)
