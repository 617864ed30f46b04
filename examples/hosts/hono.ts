/** An app on Hono. The same code runs on Bun, Deno and Cloudflare Workers. */
import { Hono } from "hono"
import type { FetchAuth, RequestAuth } from "latchkey/fetch"

export const makeApp = (auth: FetchAuth) => {
  const app = new Hono<{ Variables: { auth: RequestAuth } }>()

  app.use(async (context, next) => {
    const state = await auth.authenticateRequest(context.req.raw)
    context.set("auth", state)
    await next()
    const response = context.res
    // Hono would copy the headers of the replaced response over those of the new one.
    context.res = undefined
    context.res = state.applyTo(response)
  })

  app.onError((error, context) => auth.toResponse(error) ?? context.text("Internal Server Error", 500))

  app.get("/whoami", (context) => context.text(context.get("auth").principal._tag))

  app.get("/ping", (context) => {
    context.get("auth").requireUserId()
    return context.text("pong")
  })

  app.on(["GET", "POST"], "/me", (context) => {
    const userId = context.get("auth").requireUserId()
    context.header("vary", "Accept")
    context.header("cache-control", "max-age=60")
    context.header("set-cookie", "theme=dark; Path=/")
    return context.text(userId)
  })

  app.get("/teams/:teamId", async (context) => {
    await context.get("auth").require({ team: context.req.param("teamId"), permission: "$read_members" })
    return context.text("members")
  })

  return app
}
