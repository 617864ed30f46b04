/**
 * What a description of a request is, and the types that follow from it.
 *
 * A request is described once. The client encodes and decodes with the description, the emulator answers by it, and the
 * tests compare both with recorded exchanges.
 *
 * @since 0.1.0
 */
import type { KnownErrorClass } from "./KnownError.ts"
import { memoize } from "./memoize.ts"
import type { Wire, WireStruct } from "./Struct.ts"

/** @since 0.1.0 */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/**
 * Who may call, from low to high: everybody, holders of a secret server key, holders of a super secret admin key. A
 * higher level may call what a lower one may.
 *
 * @category constants
 * @since 0.1.0
 */
export const accessLevels = ["client", "server", "admin"] as const

/** @since 0.1.0 */
export type AccessLevel = typeof accessLevels[number]

/**
 * The generations of the service, from old to new: `2025` is version 2.8.15 of June 2025, `2026` is version 2.8.86 of April
 * 2026. They differ in what they offer and in some rules; `docs/compatibility.md` lists how.
 *
 * @category constants
 * @since 0.1.0
 */
export const generations = ["2025", "2026"] as const

/** @since 0.1.0 */
export type Generation = typeof generations[number]

/**
 * Which tokens of the session go with a request.
 *
 * - `true`: both. A request that declares the error for a missing user is not sent without them.
 * - `false`: none.
 * - `"optional"`: both, to keep what an anonymous user has. The request is sent without tokens if there is no session, or if
 *   the session that it was started in has ended.
 * - `"me"`: both, if the input names the user as `me`. Such a request is not sent without them.
 * - `"refresh"`: the refresh token alone, of the session that the caller is about to refresh.
 *
 * A write sends the tokens of the session that it was started in, never those of a later one.
 *
 * @category models
 * @since 0.1.0
 */
export type SessionTokens = boolean | "optional" | "me" | "refresh"

/**
 * A described request: `Input` is what a caller gives, `Success` what it gets, `Error` what else the service may answer.
 *
 * @category models
 * @since 0.1.0
 */
export interface Endpoint<in out P, in out Q, in out B, in out Success, Error extends KnownErrorClass> {
  readonly id: string
  readonly method: Method
  /** Path below `/api/v1`, parameters as `:name`; a path that starts with `//` is below the API's root instead. */
  readonly path: string
  readonly level: AccessLevel
  readonly session: SessionTokens
  /** The only generation that has the endpoint; `undefined` if all have it. */
  readonly generation: Generation | undefined
  /** What to use in the other generation, for error messages. */
  readonly alternative: string | undefined
  /**
   * The wire names of the query and payload fields that the generation of 2026 has added. `config.email_theme` is a field of the
   * field `config`, or of each of its items.
   */
  readonly addedFields: ReadonlyArray<string>
  /** The wire names of the payload fields that may be left out since the generation of 2026. */
  readonly omittableFields: ReadonlyArray<string>
  /** The wire names of the payload fields that the generation of 2026 requires and that of 2025 does not know. */
  readonly requiredFields: ReadonlyArray<string>
  readonly params: WireStruct<P> | undefined
  readonly query: WireStruct<Q> | undefined
  readonly payload: WireStruct<B> | undefined
  /**
   * How the request travels: `json` with the headers of the service; `form` as OAuth wants it (RFC 6749 § 4), or `plain`
   * without a body, both without those headers.
   */
  readonly encoding: "json" | "form" | "plain"
  /** How a success travels: as JSON, or as the text that it is. Errors do not depend on this. */
  readonly responseType: "json" | "text"
  /** Status of a success; anything else in 2xx is accepted too. */
  readonly status: number
  /** Another status, of the successes that it is for: one of those with any other status makes no sense. */
  readonly otherStatus: OtherStatus<Success> | undefined
  readonly success: Wire<Success>
  readonly errors: ReadonlyArray<Error>
}

/**
 * The status of some successes of an endpoint that answers with two.
 *
 * @category models
 * @since 0.1.0
 */
export interface OtherStatus<in Success> {
  readonly status: number
  readonly appliesTo: (success: Success) => boolean
}

/**
 * Every endpoint, whatever it takes and gives. `any`, since what an endpoint takes stands in the place of a parameter.
 *
 * @category models
 * @since 0.1.0
 */
export type Any = Endpoint<any, any, any, any, KnownErrorClass>

/**
 * What a call of the endpoint takes: its path parameters, query and payload, those that it has.
 *
 * @category type-level
 * @since 0.1.0
 */
export type Input<E extends Any> = E extends Endpoint<infer P, infer Q, infer B, any, any> ?
    & (unknown extends P ? {} : { readonly params: P })
    & (unknown extends Q ? {} : { readonly query: Q })
    & (unknown extends B ? {} : { readonly payload: B })
  : never

/** @since 0.1.0 */
export type Success<E extends Any> = E extends Endpoint<any, any, any, infer S, any> ? S : never

/** @since 0.1.0 */
export type Failure<E extends Any> = InstanceType<E["errors"][number]>

/**
 * What a description says about the request's and the response's contents.
 *
 * @category models
 * @since 0.1.0
 */
export interface Shape<P, Q, B, S, X extends KnownErrorClass> {
  readonly params?: WireStruct<P>
  readonly query?: WireStruct<Q>
  readonly payload?: WireStruct<B>
  readonly success: Wire<S>
  readonly otherStatus?: OtherStatus<S>
  readonly errors?: ReadonlyArray<X>
}

/**
 * Describes a request.
 *
 * The shape is made when a call first needs it: an endpoint that nobody calls costs a bundle and a start nothing.
 *
 * @category constructors
 * @since 0.1.0
 */
export const endpoint = <P = unknown, Q = unknown, B = unknown, S = void, const X extends KnownErrorClass = never>(
  id: string,
  method: Method,
  path: `/${string}`,
  traits: {
    readonly level?: AccessLevel
    readonly session?: SessionTokens
    readonly generation?: Generation
    readonly alternative?: string
    readonly addedFields?: ReadonlyArray<string>
    readonly omittableFields?: ReadonlyArray<string>
    readonly requiredFields?: ReadonlyArray<string>
    readonly encoding?: "json" | "form" | "plain"
    readonly responseType?: "json" | "text"
    readonly status?: number
  },
  shape: () => Shape<P, Q, B, S, X>
): Endpoint<P, Q, B, S, X> => {
  const getShape = memoize(shape)
  return {
    id,
    method,
    path,
    level: traits.level ?? "client",
    session: traits.session ?? false,
    generation: traits.generation,
    alternative: traits.alternative,
    addedFields: traits.addedFields ?? [],
    omittableFields: traits.omittableFields ?? [],
    requiredFields: traits.requiredFields ?? [],
    encoding: traits.encoding ?? "json",
    responseType: traits.responseType ?? "json",
    status: traits.status ?? 200,
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
      return getShape().errors ?? []
    }
  }
}
