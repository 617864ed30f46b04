/** Creates agents' API keys over the server level. */
import * as Effect from "effect/Effect"
import { current } from "../../wire/projects.ts"
import * as ApiKeys from "../ApiKeys.ts"
import { callAsServer, Server } from "../ServerService.ts"
import type { AgentKeys } from "./AgentKeys.ts"
import { ConsentStore } from "./ConsentStore.ts"

/** The functions with the context's server level. */
export const makeAgentKeys: Effect.Effect<AgentKeys, never, Server> = /*#__PURE__*/ Effect.zipWith(
  Server,
  /*#__PURE__*/ Effect.flatMap(ConsentStore, Effect.succeed),
  (server, store): AgentKeys => {
    const provide = Effect.provideService(Server, server)
    return {
      create: (key) => provide(ApiKeys.create(key)),
      find: (value) => provide(ApiKeys.find("user", value)),
      revoke: (key) => provide(ApiKeys.revoke(key)),
      areAllowed: provide(Effect.map(callAsServer(current, {}), ({ config }) => config.allowUserApiKeys)),
      store
    }
  }
)
