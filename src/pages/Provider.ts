/** A project's OAuth providers. */
import * as Effect from "effect/Effect"
import type { Project } from "../account/Project.ts"
import type * as OAuth from "../auth/oauth/start.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { Cookies } from "../platform/Cookies.ts"
import type { Client } from "../session/ClientService.ts"
import { loadSteps } from "./loadSteps.ts"

/** An OAuth provider that the project has enabled. */
export interface Provider {
  /** The provider, such as `github`. */
  readonly id: string
  /** Navigates to the provider, independent of the app's redirect method. Signs up new users. */
  readonly signIn: Effect.Effect<
    void,
    OAuth.StartError,
    Client | Navigation | Cookies
  >
}

/** Returns a project's providers. */
export const providersOf = ({ config }: Project): ReadonlyArray<Provider> =>
  config.enabledOauthProviders.map(({ id }) => ({
    id,
    signIn: Effect.flatMap(loadSteps, ({ signInWithProvider }) => signInWithProvider(id))
  }))
