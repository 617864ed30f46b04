/** A cached resource's definition. */
import type * as Effect from "effect/Effect"
import type { EndpointCall } from "../call/Caller.ts"
import type { Client } from "../session/ClientService.ts"
import type { Codec } from "../wire/Codec.ts"

/** A cached value of the service: how to fetch it, and which calls invalidate it. */
export interface Resource<in out A, out E> {
  /** The name and input of the resource. Resources with the same key share a cache entry. */
  readonly key: string
  readonly read: Effect.Effect<A, E, Client>
  /** The ids of the endpoints that change the value. A call of one of them invalidates it. */
  readonly invalidatedBy: ReadonlyArray<string>
  /** The ids of those endpoints whose calls determine the new value. */
  readonly updatedBy: ReadonlyArray<string>
  /** Returns the value after such a call; `undefined` if it has to be fetched. */
  readonly update: (key: string, value: A, call: EndpointCall) => A | undefined
  /** `true` if the value depends on the session. */
  readonly perSession: boolean
  /** The codec for dehydration. Values without a codec and values that contain a secret are not dehydrated. */
  readonly codec: Codec<A> | undefined
}

/** Options for a resource. */
export interface ResourceOptions<A, E> {
  /** A unique name within the program. */
  readonly name: string
  /** Distinguishes resources with the same name, such as a team's id. */
  readonly input?: string | undefined
  readonly read: Effect.Effect<A, E, Client>
  readonly invalidatedBy?: ReadonlyArray<string> | undefined
  /** The ids of endpoints whose calls determine the new value, which is then not refetched. */
  readonly updatedBy?: ReadonlyArray<string> | undefined
  /**
   * Returns the value after a call in `updatedBy`, or `undefined` if it has to be fetched. By default, the result of the call,
   * if its `id` is the value's.
   */
  readonly update?: Resource<A, E>["update"] | undefined
  /** `false` for a value that is the same for all users, such as the project. `true` by default. */
  readonly perSession?: boolean | undefined
  readonly codec?: Codec<A> | undefined
}

/**
 * Creates a resource. Resources with the same name and input share a cache entry.
 *
 * **Example** (A value from the app's server)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { Resource, Session } from "latchkey"
 *
 * const orders = Resource.make({
 *   name: "orders",
 *   read: Effect.flatMap(Session.authHeaders, (headers) =>
 *     Effect.tryPromise((signal) =>
 *       fetch("/api/orders", { signal, headers: { "x-stack-auth": Redacted.value(headers["x-stack-auth"]) } })
 *         .then((response): Promise<ReadonlyArray<string>> => response.json())
 *     ))
 * })
 * ```
 */
export const makeResource = <A, E>(
  { invalidatedBy = [], codec, input, name, read, perSession = true, update = replaceValue, updatedBy = [] }:
    ResourceOptions<A, E>
): Resource<A, E> => ({
  key: input === undefined ? name : `${name}/${input}`,
  read,
  invalidatedBy: [...updatedBy, ...invalidatedBy],
  updatedBy,
  update,
  perSession,
  codec
})

// `any`, because values and results have all types.
const replaceValue = (_: string, value: any, { result }: Pick<EndpointCall, "result">): any =>
  result?.id === value?.id ? result : undefined
