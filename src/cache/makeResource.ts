/**
 * The definition of a cached resource.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import type { Client } from "../session/Client.ts"
import type { Wire } from "../wire/Struct.ts"

/**
 * A value of the service: how it is read, and which calls change it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Resource<in out A, out E> {
  /** The name, and what tells resources of the same name apart, such as a team's id. */
  readonly key: string
  readonly read: Effect.Effect<A, E, Client>
  /** The ids of the endpoints that change the value: a call of one of them makes it be fetched again. */
  readonly invalidatedBy: ReadonlyArray<string>
  /** Whether it is another value for another session. */
  readonly perSession: boolean
  /** How a value goes from a server to the client that takes over from it; without a codec, or with a secret in it, it stays. */
  readonly codec: (() => Wire<A>) | undefined
}

/**
 * What a resource is made of.
 *
 * @category options
 * @since 0.1.0
 */
export interface ResourceOptions<A, E> {
  /** A name of its own among all resources of a program. */
  readonly name: string
  /** What tells resources of the same name apart, such as a team's id. */
  readonly input?: string | undefined
  readonly read: Effect.Effect<A, E, Client>
  readonly invalidatedBy?: ReadonlyArray<string> | undefined
  /** `false` for what is the same for everybody, such as the project. */
  readonly perSession?: boolean | undefined
  readonly codec?: (() => Wire<A>) | undefined
}

/**
 * Creates a resource. Those of one name and input are one for the cache, whichever object stands for them.
 *
 * **Example** (What the own server knows of the user)
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
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeResource = <A, E>(
  { invalidatedBy = [], codec, input, name, read, perSession = true }: ResourceOptions<A, E>
): Resource<A, E> => ({ key: input === undefined ? name : `${name}/${input}`, read, invalidatedBy, perSession, codec })
