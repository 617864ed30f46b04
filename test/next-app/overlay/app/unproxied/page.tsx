import { auth } from "@/auth"

/** A page for which the proxy does not run. */
export default async function Unproxied() {
  const [first, second] = await Promise.all([auth(), auth()])
  return <h1>{first.isSignedIn && second.isSignedIn ? `Unproxied for ${first.userId}` : "Unproxied for no user"}</h1>
}
