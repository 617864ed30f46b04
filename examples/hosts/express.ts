/** An app on Express. */
import express from "express"
import type { NodeAuth } from "latchkey/node"

export const makeApp = (auth: NodeAuth) => {
  const app = express()

  app.get("/whoami", auth.middleware(), (request, response) => {
    response.send(auth.getAuth(request).principal._tag)
  })

  app.use(auth.requireAuth())

  app.get("/ping", (_request, response) => {
    response.send("pong")
  })

  app.all("/me", (request, response) => {
    response.vary("Accept")
    response.set("cache-control", "max-age=60")
    response.cookie("theme", "dark")
    response.send(auth.getAuth(request).requireUserId())
  })

  app.get("/teams/:teamId", async (request, response) => {
    await auth.getAuth(request).require({ team: request.params.teamId, permission: "$read_members" })
    response.send("members")
  })

  app.use(auth.errorHandler())

  return app
}
