/** An app on Hono. The same code runs on Bun, Deno and Cloudflare Workers. */
import { Hono } from "hono"
import type { AuthVariables, HonoAuth } from "latchkey/hono"

export const makeApp = (auth: HonoAuth) => {
  const app = new Hono<{ Variables: AuthVariables }>()

  app.use(auth.middleware)
  app.onError(auth.errorHandler)

  app.get("/whoami", (context) => context.text(context.var.auth.principal._tag))

  app.get("/ping", auth.requireAuth, (context) => context.text("pong"))

  app.on(["GET", "POST"], "/me", (context) => {
    const userId = auth.getAuth(context).requireUserId()
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
