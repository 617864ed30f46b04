// Firebase's modular client: sign in with a password, read the user, sign out, with automatic refresh.
import { initializeApp } from "firebase/app"
import { initializeAuth, inMemoryPersistence, signInWithEmailAndPassword, signOut } from "firebase/auth"

const auth = initializeAuth(initializeApp({ apiKey: "key", projectId: "project" }), {
  persistence: inMemoryPersistence
})

await signInWithEmailAndPassword(auth, "a@example.com", "password-1")
const user = auth.currentUser
await user.getIdToken()
await signOut(auth)
console.log(user)
