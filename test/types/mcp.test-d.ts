/** The requirements of an MCP server, and the type of the SDK's `AuthInfo`. */
import { describe, expectTypeOf, it } from "@effect/vitest"
import type * as sdk from "@modelcontextprotocol/server"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpServer from "effect/ai/McpServer"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { InvalidOptions } from "latchkey"
import * as McpAuth from "latchkey/mcp"
import { type Authentication, Authorization, Principal } from "latchkey/server"

const WhoAmI = Tool.make("WhoAmI", { success: Schema.String, dependencies: [Principal, Authorization.Authorization] })
const Tools = Toolkit.make(WhoAmI)

const server = McpServer.layerHttp({
  name: "notes",
  version: "1.0.0",
  path: "/mcp",
  protocols: [McpProtocol.v2026_07_28],
  registrations: McpServer.toolkit(Tools).pipe(
    Layer.provide(Tools.toLayer({ WhoAmI: () => Effect.map(Principal, ({ _tag }) => _tag) }))
  )
})

declare const options: McpAuth.McpAuthOptions

describe("latchkey/mcp", () => {
  it("a server whose tools need a principal requires it until the layer provides it", () => {
    expectTypeOf<Layer.Services<typeof server>>().toEqualTypeOf<
      HttpRouter.HttpRouter | HttpRouter.Request.From<"Requires", Principal | Authorization.Authorization>
    >()
    const app = Layer.provide(server, McpAuth.layer(options))
    expectTypeOf<Layer.Services<typeof app>>().toEqualTypeOf<
      HttpRouter.HttpRouter | Authentication.Authentication | Authorization.Authorization
    >()
    expectTypeOf<Layer.Error<typeof app>>().toEqualTypeOf<Cause.IllegalArgumentError | InvalidOptions>()
  })

  it("AuthInfo is the one of the official SDK", () => {
    expectTypeOf<McpAuth.AuthInfo>().toExtend<sdk.AuthInfo>()
    expectTypeOf<sdk.AuthInfo>().toExtend<NonNullable<Parameters<typeof McpAuth.getAuth>[0]>>()
  })
})
