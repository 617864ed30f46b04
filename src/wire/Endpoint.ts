/**
 * Descriptions of the service's endpoints, and their types.
 *
 * Each endpoint is described once. The client encodes and decodes with the description, the emulator implements it, and
 * the tests compare both with recorded exchanges.
 */
import type { Codec, StructCodec } from "./Codec.ts"
import type { KnownErrorClass } from "./KnownError.ts"
import { memoize } from "./memoize.ts"
import { type Done, success } from "./success.ts"

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/**
 * The access levels, from low to high: public clients, holders of a secret server key, holders of a super secret admin
 * key. A higher level includes the lower ones.
 */
export const accessLevels = ["client", "server", "admin"] as const

export type AccessLevel = typeof accessLevels[number]

/**
 * The service's generations: `2025` is version 2.8.15 from June 2025, `2026` is version 2.8.86 from April 2026. Some
 * endpoints and rules differ; see `docs/compatibility.md`.
 */
export const generations = ["2025", "2026"] as const

/** A service generation. */
export type Generation = typeof generations[number]

/**
 * The session tokens that a request carries.
 *
 * - `true`: both tokens. If the endpoint declares the error for a missing user, the request is not sent without them.
 * - `false`: none.
 * - `"optional"`: both tokens, so that an anonymous user's data is kept. The request has no tokens if there is no
 *   session, or if the session in which the call started has ended.
 * - `"me"`: both tokens, if the input names the user as `me`. Such a request is not sent without them.
 * - `"refresh"`: only the refresh token, for the session to refresh.
 *
 * A write carries the session's tokens in which the call started, never those of a later session.
 */
export type SessionTokens = boolean | "optional" | "me" | "refresh"

/**
 * An endpoint's description: `P`, `Q` and `B` are the path parameters, the query and the payload, `Success` is the
 * decoded response body, and `Error` are the known errors that the service may return.
 */
export interface Endpoint<in out P, in out Q, in out B, in out Success, Error extends KnownErrorClass> {
  readonly id: string
  readonly method: Method
  /** The path below `/api/v1`, with parameters as `:name`. A path that starts with `//` is below the API's root instead. */
  readonly path: string
  readonly level: AccessLevel
  readonly session: SessionTokens
  /**
   * The effect on the claims in the user's access tokens: the call may change the claims, or its response is the user, whose
   * fields the claims repeat. `undefined` if the call changes no claims.
   */
  readonly claims?: "changed" | "returned" | undefined
  /** The only generation that has the endpoint; `undefined` if all have it. */
  readonly generation?: Generation | undefined
  /** The replacement in the other generation, for error messages. */
  readonly alternative?: string | undefined
  /**
   * The wire names for query and payload fields that were added in 2026. `config.email_theme` is a field in `config`, or
   * in each item.
   */
  readonly addedFields: ReadonlyArray<string>
  /**
   * The wire names for query fields that were added after version 2.8.86. They are sent only if the caller sets them, since
   * services refuse unknown fields.
   */
  readonly laterFields: ReadonlyArray<string>
  /** The wire names for payload fields that are optional since 2026. */
  readonly omittableFields: ReadonlyArray<string>
  /** The wire names for payload fields that were added in 2026 and are required. */
  readonly requiredFields: ReadonlyArray<string>
  readonly params: StructCodec<P> | undefined
  readonly query: StructCodec<Q> | undefined
  readonly payload: StructCodec<B> | undefined
  /**
   * The request's encoding: `json` with the service's headers, `form` for OAuth (RFC 6749 § 4), or `plain`
   * without a body. Only `json` has those headers.
   */
  readonly encoding: "json" | "form" | "plain"
  /** The encoding for a successful response: JSON, or plain text. Errors are always JSON. */
  readonly responseType: "json" | "text"
  /** The status for a success. Other 2xx statuses are accepted too. */
  readonly status: number
  /** The status for some successes. Such a success with a different status is invalid. */
  readonly otherStatus: OtherStatus<Success> | undefined
  /** `true` if a repeated request has the same effect as one: the service may have processed the first. */
  readonly isIdempotent: boolean
  readonly success: Codec<Success>
  readonly errors: ReadonlyArray<Error>
}

/** The second success status, if an endpoint has two. */
export interface OtherStatus<in Success> {
  readonly status: number
  readonly appliesTo: (success: Success) => boolean
}

/** Any endpoint. `any`, because the type parameters are invariant. */
export type Any = Endpoint<any, any, any, any, KnownErrorClass>

/** A call's input: the endpoint's path parameters, query and payload, if it has them. */
export type Input<E extends Any> = E extends Endpoint<infer P, infer Q, infer B, any, any> ?
    & (unknown extends P ? {} : { readonly params: P })
    & (unknown extends Q ? {} : { readonly query: Q })
    & (unknown extends B ? {} : { readonly payload: B })
  : never

export type Success<E extends Any> = E extends Endpoint<any, any, any, infer S, any> ? S : never

export type Failure<E extends Any> = InstanceType<E["errors"][number]>

/** The codecs and endpoint errors. */
export interface Shape<P, Q, B, S, X extends KnownErrorClass> {
  readonly params?: StructCodec<P>
  readonly query?: StructCodec<Q>
  readonly payload?: StructCodec<B>
  /** The codec for a successful response; `success` by default. */
  readonly success?: Codec<S>
  readonly otherStatus?: OtherStatus<S>
  readonly errors?: ReadonlyArray<X>
}

/**
 * Creates an endpoint's description.
 *
 * The shape is created when the endpoint is first called, so unused endpoints cost no startup time and are not bundled.
 */
export const endpoint = <P = unknown, Q = unknown, B = unknown, S = Done, const X extends KnownErrorClass = never>(
  id: string,
  method: Method,
  path: `/${string}`,
  traits: {
    readonly level?: AccessLevel
    readonly session?: SessionTokens
    readonly claims?: "changed" | "returned"
    readonly generation?: Generation
    readonly alternative?: string
    readonly addedFields?: ReadonlyArray<string>
    readonly laterFields?: ReadonlyArray<string>
    readonly omittableFields?: ReadonlyArray<string>
    readonly requiredFields?: ReadonlyArray<string>
    readonly encoding?: "json" | "form" | "plain"
    readonly responseType?: "json" | "text"
    readonly status?: number
    readonly isIdempotent?: boolean
  },
  shape: () => Shape<P, Q, B, S, X> = () => ({})
): Endpoint<P, Q, B, S, X> => {
  // `any`, because the default applies only to shapes without `success`, whose `S` is `Done`.
  const getShape = memoize(() => ({ success: success as Codec<any>, errors: [], ...shape() }))
  return {
    level: "client",
    session: false,
    addedFields: [],
    laterFields: [],
    omittableFields: [],
    requiredFields: [],
    encoding: "json",
    responseType: "json",
    status: 200,
    isIdempotent: method === "GET" || method === "DELETE",
    ...traits,
    id,
    method,
    path,
    get params() {
      return getShape().params
    },
    get query() {
      return getShape().query
    },
    get payload() {
      return getShape().payload
    },
    get otherStatus() {
      return getShape().otherStatus
    },
    get success() {
      return getShape().success
    },
    get errors() {
      return getShape().errors
    }
  }
}
