import { route, run } from "@/auth"
import { CurrentUser } from "latchkey"

/** Errors of authentication become problem details, such as 401 without a user. */
export const GET = route(async (_, session) => {
  const { claims, userId } = await session.requireUser()
  return Response.json({ userId, email: claims.email })
})

/** Cookies are accepted from pages of this app only. */
export const POST = route(async (request, session) => {
  await session.requireUser()
  const { displayName } = await request.json() as { readonly displayName: string }
  const user = await run(CurrentUser.update({ displayName }))
  return Response.json({ displayName: user.displayName })
})
