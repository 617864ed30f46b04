/** MCP servers on Express, with the transports of both versions of the official SDK. */
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node"
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js"
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js"
import { McpServer } from "@modelcontextprotocol/server"
import express from "express"
import { createMcpAuth, getAuth } from "latchkey/mcp"
import type { NodeAuth } from "latchkey/node"

const info = { name: "notes", version: "1.0.0" }

const whoAmI = (authInfo: Parameters<typeof getAuth>[0]) => ({
  content: [{ type: "text" as const, text: getAuth(authInfo).requireUserId() }]
})

export const makeApp = (auth: NodeAuth) => {
  const app = express()
  const mcp = createMcpAuth(auth, {
    resource: "https://app.example.com/mcp",
    authorizationServers: ["https://auth.example.com"]
  })

  app.use(mcp.metadataMiddleware)
  app.use(mcp.requireAuth)
  app.use(express.json())

  app.post("/mcp", async (request, response) => {
    const server = new McpServer(info)
    server.registerTool("WhoAmI", {}, ({ http }) => whoAmI(http?.authInfo))
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
