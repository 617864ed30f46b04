/** An app on Fastify. */
import { fastify } from "fastify"
import type { NodeAuth } from "latchkey/node"

export const makeApp = (auth: NodeAuth) => {
  const app = fastify()

  app.addHook("onRequest", auth.fastifyHook())
  app.setErrorHandler(auth.fastifyErrorHandler())

  app.get("/whoami", async (request) => auth.getAuth(request).principal._tag)

  app.get("/ping", async (request) => {
    auth.getAuth(request).requireUserId()
    return "pong"
  })

  app.route({
    method: ["GET", "POST"],
    url: "/me",
    handler: async (request, reply) => {
      const userId = auth.getAuth(request).requireUserId()
      reply.header("vary", `${reply.getHeader("vary")}, Accept`)
      reply.header("cache-control", "max-age=60")
      reply.header("set-cookie", "theme=dark; Path=/")
      return userId
    }
  })

  app.get<{ Params: { teamId: string } }>("/teams/:teamId", async (request) => {
    await auth.getAuth(request).require({ team: request.params.teamId, permission: "$read_members" })
    return "members"
  })

  return app
}
