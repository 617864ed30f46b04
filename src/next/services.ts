/** The services of a Next.js app. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Navigation from "../navigation/Navigation.ts"
import { Page } from "../platform/Page.ts"
import type * as AccessToken from "../server/AccessToken.ts"
import * as Authentication from "../server/Authentication.ts"
import type * as Authorization from "../server/Authorization.ts"
import type * as Server from "../server/Server.ts"
import { toPlain } from "../session/optionNames.ts"
import { layerEnvironment } from "../session/optionSource.ts"
import { readOptions, readSecret } from "../session/readOptions.ts"
import type { NextAuthOptions } from "./NextAuthOptions.ts"
import * as processState from "./processState.ts"

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

/** The services that all requests share. */
export type AppServices = SharedServices | ResolvedOptions

/** A page of the app, to validate the URLs of the others. */
const anyPage = Layer.succeed(Page, {
  url: Effect.succeed("https://app.invalid/"),
  replaceUrl: () => Effect.void,
  goTo: () => Effect.void,
  settle: Effect.void
})

/** Layer for the services that all requests share. Building it reads the environment, and sends no request. */
export const layer = (
  given: NextAuthOptions
): Layer.Layer<AppServices, unknown> => {
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
