import { Auth, Redacted } from "latchkey/promise"

const auth = Auth.make({ projectId: "id", publishableClientKey: "pck_id" })

export const program = async () => {
  await auth.Password.signUp({
    email: "a@example.com",
    password: Redacted.make("password-1"),
    verificationCallbackUrl: "https://example.com/verify"
  })
  const signedIn = await auth.Password.signIn({ email: "a@example.com", password: Redacted.make("password-1") })
  if (!signedIn.ok && signedIn.error._tag === "EmailPasswordMismatch") return undefined
  const user = await auth.orThrow.CurrentUser.get()
  await auth.orThrow.Sessions.list()
  await auth.orThrow.Session.signOut()
  return user
}
