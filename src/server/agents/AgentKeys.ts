/** Agents' API keys at the server level. Through this reference, `latchkey/mcp` does not bundle the level's requests. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Errors } from "../../call/Errors.ts"
import { InvalidOptions } from "../../session/options.ts"
import type { CreatedUserApiKey, UserApiKey } from "../../wire/apiKeys.ts"
import type { current } from "../../wire/projects.ts"
import type * as ApiKeys from "../ApiKeys.ts"
import type { ConsentStore } from "./ConsentStore.ts"

/** The functions in `ApiKeys` for users. */
export interface AgentKeys {
  readonly create: (key: {
    readonly userId: string
    readonly description: string
    readonly expiresAt: Date
  }) => Effect.Effect<CreatedUserApiKey, ApiKeys.CreateError>
  readonly find: (value: string) => Effect.Effect<UserApiKey | null, ApiKeys.FindError>
  readonly revoke: (
    key: { readonly id: string; readonly userId: string }
  ) => Effect.Effect<UserApiKey, ApiKeys.RevokeError>
  /** Is `true` if the project allows API keys for users. */
  readonly areAllowed: Effect.Effect<boolean, Errors<typeof current>>
  /** The store that the layer's processes share. */
  readonly store: ConsentStore | undefined
}

/** The keys; `undefined` without the server level. `Authentication.layer` provides them. */
export const AgentKeys: Context.Reference<AgentKeys | undefined> = /*#__PURE__*/ Context.Reference<
  AgentKeys | undefined
>("latchkey/server/AgentKeys", { defaultValue: () => undefined })

/** Returns the keys. Fails with `InvalidOptions` if the program has no secret server key. */
export const required: Effect.Effect<AgentKeys, InvalidOptions> = /*#__PURE__*/ Effect.flatMap(
  AgentKeys,
  (keys) => keys === undefined ? Effect.fail(makeMissing()) : Effect.succeed(keys)
)

const makeMissing = () =>
  new InvalidOptions({
    option: "secretServerKey",
    message: "The layer has no server level. Create it with Authentication.layer and the option secretServerKey"
  })
