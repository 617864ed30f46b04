/**
 * The project, as its users may know it, and whether the service is up.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { call } from "../call/call.ts"
import { trace } from "../call/trace.ts"
import { callAsClient, Client } from "../session/Client.ts"
import type { ProjectNotFound, RequestSchemaError } from "../wire/KnownErrors.ts"
import * as wire from "../wire/projects.ts"

/**
 * The errors of {@link get}.
 *
 * @category errors
 * @since 0.1.0
 */
export type GetError = ProjectNotFound | ApiError

/**
 * Reads the project: its name, the ways in that are open, and what users may do by themselves.
 *
 * @category reading
 * @since 0.1.0
 */
export const get: Effect.Effect<wire.Project, GetError, Client> = /*#__PURE__*/ trace(
  "Project.get",
  /*#__PURE__*/ callAsClient(wire.current, {})
)

/**
 * What the service says about a feature.
 *
 * @category models
 * @since 0.1.0
 */
export interface FeatureSupport {
  /** Always `false`: a service that has a feature is not asked about it. */
  readonly isSupported: boolean
  /** The service's own words, for people. */
  readonly message: string
}

/**
 * The errors of {@link checkFeatureSupport}.
 *
 * @category errors
 * @since 0.1.0
 */
export type CheckFeatureSupportError = ApiError

/**
 * Asks the service about a feature by its name. That it does not support the feature is an answer and no error.
 *
 * **When to use**
 *
 * Use it where a program meets something that this library or the service cannot do yet, to tell the user in the service's
 * own words. Nobody has to be signed in.
 *
 * **Gotchas**
 *
 * The service knows one answer, a text that says that the feature is not supported, and gives it for whatever name.
 *
 * **Example** (A word to the user)
 *
 * ```ts
 * import * as Console from "effect/Console"
 * import * as Effect from "effect/Effect"
 * import { Project } from "latchkey"
 *
 * const tell = Effect.flatMap(
 *   Project.checkFeatureSupport("sign in by fax"),
 *   ({ isSupported, message }) => isSupported ? Effect.void : Console.warn(message)
 * )
 * ```
 *
 * @category reading
 * @since 0.1.0
 */
export const checkFeatureSupport: (
  featureName: string
) => Effect.Effect<FeatureSupport, CheckFeatureSupportError, Client> = (
  featureName
) =>
  trace(
    "Project.checkFeatureSupport",
    Effect.map(
      callAsClient(wire.checkFeatureSupport, { payload: { featureName } }),
      (message) => ({ isSupported: false, message })
    )
  )

/**
 * The errors of {@link signingKeys}.
 *
 * @category errors
 * @since 0.1.0
 */
export type SigningKeysError = RequestSchemaError | ApiError

/**
 * Returns the public keys that the project's access tokens are signed with, to verify that the service issued a token. Fails
 * with `RequestSchemaError` if the project id is malformed.
 *
 * Services since 2026 sign the tokens of restricted and of anonymous users with keys of their own, and for the audiences
 * `<project id>:restricted` and `<project id>:anon`. `includeRestricted` adds the keys for restricted users;
 * `includeAnonymous` adds those for both. Against a service of 2025, the call fails with `UnsupportedGeneration` if either is
 * given.
 *
 * **Example** (Verifying a token with jose)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose"
 * import { Project } from "latchkey"
 *
 * const verified = (token: Redacted.Redacted<string>, projectId: string) =>
 *   Effect.flatMap(Project.signingKeys(), (keys) => {
 *     const set: JSONWebKeySet = { keys: keys.map(({ ...key }) => key) as JSONWebKeySet["keys"] }
 *     return Effect.tryPromise(() => jwtVerify(Redacted.value(token), createLocalJWKSet(set), { audience: projectId }))
 *   })
 * ```
 *
 * @category reading
 * @since 0.1.0
 */
export const signingKeys: (options?: {
  /** Adds the keys for restricted users. Services since 2026. */
  readonly includeRestricted?: boolean | undefined
  /** Adds the keys for anonymous and for restricted users. Services since 2026. */
  readonly includeAnonymous?: boolean | undefined
}) => Effect.Effect<ReadonlyArray<wire.SigningKey>, SigningKeysError, Client> = (query = {}) =>
  trace(
    "Project.signingKeys",
    Effect.flatMap(Client, ({ caller }) =>
      Effect.map(
        call(caller, wire.jwks, { params: { projectId: caller.connection.projectId }, query }),
        ({ keys }) => keys
      ))
  )

/**
 * The errors of {@link apiRoot}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ApiRootError = ApiError

/**
 * Gets what the API says at its root, in words for people: that it is there, and as whom it has understood the request.
 * A first thing to ask when a configuration does not work.
 *
 * @category reading
 * @since 0.1.0
 */
export const apiRoot: Effect.Effect<string, ApiRootError, Client> = /*#__PURE__*/ trace(
  "Project.apiRoot",
  /*#__PURE__*/ callAsClient(wire.apiRoot, {})
)

/**
 * The errors of {@link health}.
 *
 * @category errors
 * @since 0.1.0
 */
export type HealthError = ApiError

/**
 * Succeeds when the service says that it is well.
 *
 * @category reading
 * @since 0.1.0
 */
export const health: Effect.Effect<void, HealthError, Client> = /*#__PURE__*/ trace(
  "Project.health",
  /*#__PURE__*/ Effect.asVoid(/*#__PURE__*/ callAsClient(wire.health, {}))
)

/** @since 0.1.0 */
export type { Project, SigningKey } from "../wire/projects.ts"
