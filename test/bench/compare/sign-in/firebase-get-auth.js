// Firebase's modular client, as its documentation shows it: sign in with a password, read the user, sign out. `getAuth` contains
// every place for the session and the sign-in by popup and redirect.
import { initializeApp } from "firebase/app"
import { getAuth, signInWithEmailAndPassword, signOut } from "firebase/auth"

const auth = getAuth(initializeApp({ apiKey: "key", projectId: "project" }))

await signInWithEmailAndPassword(auth, "a@example.com", "password-1")
const user = auth.currentUser
await user.getIdToken()
await signOut(auth)
console.log(user)
