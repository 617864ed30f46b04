import { requireUser } from "@/auth"

/** A protected page. The claims are verified on this server, without a request to the service. */
export default async function Dashboard() {
  const { claims, userId } = await requireUser()
  return <h1 data-user={userId}>Dashboard of {claims.email}</h1>
}
