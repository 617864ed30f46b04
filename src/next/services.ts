/** A Next.js app's services. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import * as Navigation from "../navigation/Navigation.ts"
import type * as Urls from "../navigation/Urls.ts"
import { Page } from "../platform/Page.ts"
import type * as AccessToken from "../server/AccessToken.ts"
import * as Authentication from "../server/Authentication.ts"
import type * as Authorization from "../server/Authorization.ts"
import type * as Server from "../server/Server.ts"
import { toPlain } from "../session/optionNames.ts"
import { layerEnvironment } from "../session/optionSource.ts"
import { type ConfigOptions, readOptions, readSecret } from "../session/readOptions.ts"
import * as processState from "./processState.ts"

/**
 * Options for `createAuth`. Missing `Authentication.layer` options are read from the environment, as by
 * `Authentication.layerConfig`.
 */
export interface NextAuthOptions extends ConfigOptions<Authentication.AuthenticationOptions> {
  /** Custom URLs for the app's pages, the same as in the browser. */
  readonly urls?: Urls.GivenUrls | undefined
  /** Accepts anonymous users. By default, they are treated as signed out. */
  readonly allowAnonymous?: boolean | undefined
  /**
   * Accepts restricted users, such as users without a verified email address in a project that requires one. By default,
   * they are treated as signed out.
   */
  readonly allowRestricted?: boolean | undefined
  /** A layer for references, such as the one in `latchkey/redis`. By default, the routes in one process share their state. */
  readonly references?: Layer.Layer<never, unknown> | undefined
}

/** The options after the environment has been read. */
export class ResolvedOptions extends Context.Service<ResolvedOptions, Authentication.AuthenticationOptions>()(
  "latchkey/next/ResolvedOptions"
) {}

/** The public services that all requests share. */
export type SharedServices =
  | Authentication.Authentication
  | Authorization.Authorization
  | AccessToken.AccessTokenVerifier
  | Server.Server

type AppServices = SharedServices | ResolvedOptions

/** An app's runtime. It builds its layer when it first runs an effect. */
export type AppRuntime = ManagedRuntime.ManagedRuntime<AppServices, unknown>

/** A page of the app, to validate the URLs of the others. */
const anyPage = Layer.succeed(Page, {
  url: Effect.succeed("https://app.invalid/"),
  replaceUrl: () => Effect.void,
  goTo: () => Effect.void,
  settle: Effect.void
})

/** Layer for the services that all requests share. Building it reads the environment, and sends no request. */
export const layer = (given: NextAuthOptions): Layer.Layer<AppServices, unknown> => {
  const { allowAnonymous: _, allowRestricted: __, references = Layer.empty, urls, ...options } = toPlain(given)
  const resolved = Layer.effect(
    ResolvedOptions,
    readOptions<Authentication.AuthenticationOptions>(options, { secretServerKey: readSecret("secretServerKey") })
  )
  return Layer.unwrap(Effect.map(ResolvedOptions, Authentication.layer)).pipe(
    Layer.provide(layerEnvironment),
    Layer.merge(Layer.provide(Layer.effectDiscard(Navigation.make({ urls })), anyPage)),
    Layer.provideMerge(resolved),
    Layer.provideMerge(references),
    Layer.provideMerge(processState.layer(processState.getProcessState()))
  )
}
