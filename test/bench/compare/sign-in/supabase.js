// Supabase's client for all its products, as its documentation shows it: sign in with a password, read the user, sign out.
import { createClient } from "@supabase/supabase-js"

const { auth } = createClient("https://example.supabase.co", "key", { auth: { persistSession: false } })

await auth.signInWithPassword({ email: "a@example.com", password: "password-1" })
const { data } = await auth.getUser()
await auth.signOut()
console.log(data.user)
