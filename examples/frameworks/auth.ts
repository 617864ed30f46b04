/**
 * The client of the apps in this folder, which need no adapter: `auth.session` and each cached value, such as `auth.teams`, are stores
 * that Svelte, Vue and Solid read.
 */
import { createAuthClient } from "latchkey/promise"

export const auth = createAuthClient({
  projectId: import.meta.env.VITE_STACK_PROJECT_ID,
  publishableClientKey: import.meta.env.VITE_STACK_PUBLISHABLE_CLIENT_KEY,
  apiUrl: import.meta.env.VITE_STACK_API_URL
})

/** Signs in, and returns the text to show. */
export const signIn = async (email: string, password: string): Promise<string> => {
  const { data, error } = await auth.signIn.password({ email, password })
  if (error) return error.code === "EMAIL_PASSWORD_MISMATCH" ? "Wrong email or password." : error.message
  return data.status === "second-factor" ? "Enter the code of your authenticator app." : ""
}
