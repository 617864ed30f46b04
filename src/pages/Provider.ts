/**
 * The providers whose accounts a project takes.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import type { Project } from "../account/Project.ts"
import * as OAuth from "../auth/oauth/start.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { Cookies } from "../platform/Cookies.ts"
import type { Client } from "../session/Client.ts"

/**
 * A provider whose accounts the project takes.
 *
 * @category models
 * @since 0.1.0
 */
export interface Provider {
  /** Such as `github`. */
  readonly id: string
  /** Leaves for the provider, whatever the app redirects with. Whoever is new is signed up. */
  readonly signIn: Effect.Effect<
    void,
    OAuth.StartError,
    Client | Navigation | Cookies
  >
}

/**
 * Lists the providers of a project.
 *
 * @category constructors
 * @since 0.1.0
 */
export const providersOf = ({ config }: Project): ReadonlyArray<Provider> =>
  config.enabledOauthProviders.map(({ id }) => ({ id, signIn: OAuth.signIn({ provider: id }) }))
