import { createServerClient } from "latchkey/promise/server"

const server = createServerClient()

/** The user of the request, whose token or cookies a server client reads. */
export const GET = async (request: Request): Promise<Response> => {
  await using auth = server.forRequest(request)
  const { data: user, error } = await auth.getUser()
  if (error) return auth.respond(error.message, { status: 503 })
  return auth.respond(user === null ? "Nobody" : `The server knows ${user.primaryEmail}`)
}
