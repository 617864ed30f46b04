/** Creates the API keys of agents, over the server level. */
import * as Effect from "effect/Effect"
import * as ApiKeys from "../ApiKeys.ts"
import { Server } from "../ServerService.ts"
import type { AgentKeys } from "./AgentKeys.ts"

/** The functions with the context's server level. */
export const makeAgentKeys: Effect.Effect<AgentKeys, never, Server> = /*#__PURE__*/ Effect.map(
  Server,
  (server): AgentKeys => {
    const provide = Effect.provideService(Server, server)
    return {
      create: (key) => provide(ApiKeys.create(key)),
      find: (value) => provide(ApiKeys.find("user", value)),
      revoke: (key) => provide(ApiKeys.revoke(key))
    }
  }
)
