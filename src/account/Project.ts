/** The project's public settings, and the service's health. */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { call } from "../call/call.ts"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { callAsClient, Client } from "../session/ClientService.ts"
import * as wire from "../wire/projects.ts"

/** Errors from {@link get}. */
export type GetError = Errors<typeof wire.current>

/** Gets the project: its name, its sign-in methods, and the actions that users may take on their own. */
export const get: Effect.Effect<wire.Project, GetError, Client> = /*#__PURE__*/ trace(
  "Project.get",
  /*#__PURE__*/ callAsClient(wire.current, {})
)

/** The service's answer about a feature. */
export interface FeatureSupport {
  /** Always `false`. The service does not answer for features that it supports. */
  readonly isSupported: boolean
  /** The service's message for users. */
  readonly message: string
}

/** Errors from {@link checkFeatureSupport}. */
export type CheckFeatureSupportError = ApiError

/**
 * Checks if the service supports a feature. An unsupported feature is a result, not an error.
 *
 * **When to use**
 *
 * Use this for a feature that the library or the service does not support yet, to show the service's message. No user
 * has to be signed in.
 *
 * **Gotchas**
 *
 * The service has only one answer: the feature is not supported. It gives this answer for any name.
 *
 * **Example** (A message for an unsupported feature)
 *
 * ```ts
 * import * as Console from "effect/Console"
 * import * as Effect from "effect/Effect"
 * import { Project } from "latchkey"
 *
 * const warnIfUnsupported = Effect.flatMap(
 *   Project.checkFeatureSupport("sign in by fax"),
 *   ({ isSupported, message }) => isSupported ? Effect.void : Console.warn(message)
 * )
 * ```
 */
export const checkFeatureSupport = (
  featureName: string
): Effect.Effect<FeatureSupport, CheckFeatureSupportError, Client> =>
  trace(
    "Project.checkFeatureSupport",
    Effect.map(
      callAsClient(wire.checkFeatureSupport, { payload: { featureName } }),
      (message) => ({ isSupported: false, message })
    )
  )

/** Errors from {@link getSigningKeys}. */
export type GetSigningKeysError = Errors<typeof wire.jwks>

/**
 * Gets the public keys for verifying the project's access tokens. Fails with `RequestSchemaError` if the project id is
 * malformed.
 *
 * Services since 2026 sign tokens for restricted and anonymous users with separate keys, for the audiences `<project
 * id>:restricted` and `<project id>:anon`. `includeRestricted` adds the keys for restricted users. `includeAnonymous` adds
 * the keys for both. With a 2025 service, either option fails with `UnsupportedGeneration`.
 *
 * **Example** (Verifying a token with jose)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose"
 * import { Project } from "latchkey"
 *
 * const verify = (token: Redacted.Redacted<string>, projectId: string) =>
 *   Effect.flatMap(Project.getSigningKeys(), (keys) => {
 *     const set: JSONWebKeySet = { keys: keys.map(({ ...key }) => key) as JSONWebKeySet["keys"] }
 *     return Effect.tryPromise(() => jwtVerify(Redacted.value(token), createLocalJWKSet(set), { audience: projectId }))
 *   })
 * ```
 */
export const getSigningKeys: (options?: {
  /** Adds the keys for restricted users. @generation 2026 */
  readonly includeRestricted?: boolean | undefined
  /** Adds the keys for anonymous and for restricted users. @generation 2026 */
  readonly includeAnonymous?: boolean | undefined
}) => Effect.Effect<ReadonlyArray<wire.SigningKey>, GetSigningKeysError, Client> = (query = {}) =>
  trace(
    "Project.getSigningKeys",
    Effect.flatMap(Client, ({ caller }) =>
      Effect.map(
        call(caller, wire.jwks, { params: { projectId: caller.connection.projectId }, query }),
        ({ keys }) => keys
      ))
  )

/** Errors from {@link getApiRoot}. */
export type GetApiRootError = ApiError

/**
 * Gets the message at the API's root. It confirms that the API is running, and how it authenticated the request. Use it
 * to debug a configuration.
 */
export const getApiRoot: Effect.Effect<string, GetApiRootError, Client> = /*#__PURE__*/ trace(
  "Project.getApiRoot",
  /*#__PURE__*/ callAsClient(wire.apiRoot, {})
)

/** Errors from {@link checkHealth}. */
export type CheckHealthError = ApiError

/** Checks the service's health. Fails if it is unhealthy or unreachable. */
export const checkHealth: Effect.Effect<void, CheckHealthError, Client> = /*#__PURE__*/ trace(
  "Project.checkHealth",
  /*#__PURE__*/ Effect.asVoid(/*#__PURE__*/ callAsClient(wire.health, {}))
)

export type { Project, SigningKey } from "../wire/projects.ts"
