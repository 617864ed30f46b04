import { auth } from "@/auth"

/** A public page. */
export default async function Home() {
  const { claims, isSignedIn } = await auth()
  return <h1>{isSignedIn ? `Welcome back, ${claims.name ?? "friend"}!` : "Welcome!"}</h1>
}
