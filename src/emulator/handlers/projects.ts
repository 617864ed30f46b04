/** Handlers for the current project and feature support. */
import * as Effect from "effect/Effect"
import { isObject } from "../../wire/Json.ts"
import type * as wire from "../../wire/projects.ts"
import type { HandlersOf } from "../requests/Handler.ts"

export const projectHandlers: Pick<HandlersOf<typeof wire>, "current"> = {
  current: ({ project: { config, displayName, generation, id } }) =>
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
        enabledOauthProviders: config.oauthProviders.map(({ id }) => ({ id })),
        ...(generation === "2026" && { domains: config.domains })
      }
    })
}

/** Returns a message that a feature is not supported. Like the service, it accepts any body. */
export const describeFeatureSupport = (body: unknown): string => {
  const name = isObject(body) ? body["feature_name"] : undefined
  return name === undefined
    ? "The emulator does not support this feature yet"
    : `The emulator does not support the feature ${JSON.stringify(name)} yet`
}
