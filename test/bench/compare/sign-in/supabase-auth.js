// Supabase's client for authentication alone: sign in with a password, read the user, sign out, with automatic refresh.
import { AuthClient } from "@supabase/auth-js"

const auth = new AuthClient({
  url: "https://example.supabase.co/auth/v1",
  headers: { apikey: "key" },
  persistSession: false
})

await auth.signInWithPassword({ email: "a@example.com", password: "password-1" })
const { data } = await auth.getUser()
await auth.signOut()
console.log(data.user)
