/** MCP servers on Express, with the transports of both versions of the official SDK, and the app's authorization server. */
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node"
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js"
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js"
import { McpServer } from "@modelcontextprotocol/server"
import express from "express"
import { type AuthorizationServerOptions, createAuthorizationServer, createMcpAuth, getAuth } from "latchkey/mcp"
import type { NodeAuth } from "latchkey/node"

const info = { name: "notes", version: "1.0.0" }

type AuthInfo = Parameters<typeof getAuth>[0]

const toText = (text: string) => ({ content: [{ type: "text" as const, text }] })

const whoAmI = (authInfo: AuthInfo) => toText(getAuth(authInfo).requireUserId())

const addNote = async (authInfo: AuthInfo) => {
  await getAuth(authInfo).requireScope("notes:write")
  return toText("added")
}

export const makeApp = (
  auth: NodeAuth,
  origin = "https://app.example.com",
  options: Partial<AuthorizationServerOptions> = {}
) => {
  const app = express()
  const resource = `${origin}/mcp`
  const mcp = createMcpAuth(auth, { resource, authorizationServers: [origin] })
  const oauth = createAuthorizationServer(auth, {
    issuer: origin,
    resources: [resource],
    scopes: { "notes:read": "Read your notes", "notes:write": "Change your notes" },
    clients: [{
      id: "inspector",
      name: "MCP Inspector",
      redirectUris: ["http://127.0.0.1/oauth/callback", "http://localhost/oauth/callback"]
    }],
    ...options
  })

  app.use(oauth.middleware)
  app.use(mcp.metadataMiddleware)
  app.use(mcp.requireAuth)
  app.use(express.json())

  app.post("/mcp", async (request, response) => {
    const server = new McpServer(info)
    server.registerTool("WhoAmI", { description: "Returns your id" }, ({ http }) => whoAmI(http?.authInfo))
    server.registerTool("AddNote", { description: "Adds a note" }, ({ http }) => addNote(http?.authInfo))
    const transport = new NodeStreamableHTTPServerTransport()
    await server.connect(transport)
    await transport.handleRequest(request, response, request.body)
  })

  app.post("/mcp-1", async (request, response) => {
    const server = new McpServer1(info)
    server.registerTool("WhoAmI", {}, ({ authInfo }) => whoAmI(authInfo))
    const transport = new StreamableHTTPServerTransport()
    await server.connect(transport)
    await transport.handleRequest(request, response, request.body)
  })

  return app
}
