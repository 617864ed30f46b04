import { createAuthClient } from "latchkey/promise"

const auth = createAuthClient({ projectId: "11111111-2222-4333-8444-555555555555" })

export const program = async () => {
  await auth.signUp.password({ email: "a@example.com", password: "password-1" })
  const { data, error } = await auth.signIn.password({ email: "a@example.com", password: "password-1" })
  if (error !== null) return error.code === "EMAIL_PASSWORD_MISMATCH" ? "Wrong email or password." : error.message
  if (data.status === "second-factor") return "Enter your code."
  const user = await auth.getUser().orThrow()
  await auth.sessions.list().orThrow()
  await auth.signOut()
  return user?.displayName
}
