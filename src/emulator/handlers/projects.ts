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
      // The description selects the settings that clients see.
      config: {
        ...config,
        enabledOauthProviders: config.oauthProviders.map(({ id }) => ({ id })),
        domains: generation === "2026" ? config.domains : undefined
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
