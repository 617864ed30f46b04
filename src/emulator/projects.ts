/**
 * Handlers of the project and of what needs no project.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as wire from "../wire/projects.ts"
import type { HandlersOf } from "./Handler.ts"

/** @since 0.1.0 */
export const projectHandlers: Omit<HandlersOf<typeof wire>, "health"> = {
  current: ({ project: { config, displayName, id } }) =>
    Effect.succeed({
      id,
      displayName,
      config: {
        signUpEnabled: config.signUpEnabled,
        credentialEnabled: config.credentialEnabled,
        magicLinkEnabled: config.magicLinkEnabled,
        passkeyEnabled: config.passkeyEnabled,
        clientTeamCreationEnabled: config.clientTeamCreationEnabled,
        clientUserDeletionEnabled: config.clientUserDeletionEnabled,
        allowUserApiKeys: config.allowUserApiKeys,
        allowTeamApiKeys: config.allowTeamApiKeys,
        enabledOauthProviders: config.oauthProviders.map(({ id }) => ({ id }))
      }
    })
}
