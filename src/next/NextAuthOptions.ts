/** Options for `createAuth`. */
import type * as Layer from "effect/Layer"
import type * as Urls from "../navigation/Urls.ts"
import type { AuthenticationOptions } from "../server/Authentication.ts"
import type { ConfigOptions } from "../session/readOptions.ts"

/**
 * Options for `createAuth`. Each option of `Authentication.layer` that is missing is read from the environment, as by
 * `Authentication.layerConfig`.
 */
export interface NextAuthOptions extends ConfigOptions<AuthenticationOptions> {
  /** Custom URLs of the app's pages, the same as in the browser. */
  readonly urls?: Urls.GivenUrls | undefined
  /** Accepts anonymous users. By default, they are treated as signed out. */
  readonly allowAnonymous?: boolean | undefined
  /**
   * Accepts restricted users, such as users without a verified email address in a project that requires one. By default,
   * they are treated as signed out.
   */
  readonly allowRestricted?: boolean | undefined
  /** A layer for references, such as the one of `latchkey/redis`. By default, the routes of one process share their state. */
  readonly references?: Layer.Layer<never, unknown> | undefined
}
