// The official client of the service: sign in with a password, read the user, sign out, with automatic refresh.
import { StackClientApp } from "@stackframe/js"

const app = new StackClientApp({
  projectId: "11111111-2222-4333-8444-555555555555",
  publishableClientKey: "pck_fixture",
  tokenStore: "memory"
})

await app.signInWithCredential({ email: "a@example.com", password: "password-1" })
const user = await app.getUser()
await app.signOut()
console.log(user)
