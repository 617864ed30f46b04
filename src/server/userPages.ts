/** User pages, and a stream over all users. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { makeCursorCheck } from "../account/readPages.ts"
import { ApiError, ResponseTooLarge } from "../call/ApiError.ts"
import type { Errors } from "../call/Errors.ts"
import { checkFilter, isFilter } from "../call/filters.ts"
import { trace } from "../call/trace.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as wire from "../wire/users.ts"
import { callAsServer, type Server } from "./ServerService.ts"

/** Options for a page of users. */
export interface ListOptions extends wire.UserFilter {
  /** The maximum number of users on the page; 100 by default. */
  readonly limit?: number | undefined
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string | undefined
}

/** Errors from {@link list}. */
export type ListError = Errors<typeof wire.list>

/**
 * Returns a page of users, oldest first unless `desc` is `true`. Pass `nextCursor` to get the next page; it is `null` on the
 * last page.
 *
 * Services since 2026 exclude anonymous and restricted users unless `includeAnonymous` or `includeRestricted` is `true`.
 * Services from 2025 list all users, and the call fails with `UnsupportedGeneration` for filters that they do not support.
 *
 * Fails with the `ApiError` reason `ResponseTooLarge` if the page exceeds the option `responseLimit`. Use a smaller `limit`, or
 * raise the option.
 */
export const list = (options: ListOptions = {}): Effect.Effect<wire.Page<wire.ServerUser>, ListError, Server> =>
  trace("Users.list", Effect.flatMap(checkFilter(wire.list, options), () => fetchPage(options)))

const fetchPage = ({ limit = defaultPageSize, ...filter }: ListOptions) =>
  Effect.catchReason(
    callAsServer(wire.list, { query: { ...filter, limit } }),
    "ApiError",
    "UnsupportedGeneration",
    (_reason, error) => {
      const { includeAnonymous, includeRestricted: _, onlyAnonymous, ...rest } = filter
      return onlyAnonymous === undefined && includeAnonymous !== false
        ? callAsServer(wire.list, { query: { ...rest, limit } })
        : Effect.fail(error)
    }
  ).pipe(
    Effect.map(({ items, pagination }) => ({ items, nextCursor: pagination?.nextCursor ?? null })),
    Effect.catchReason("ApiError", "ResponseTooLarge", (reason) => Effect.fail(makePageTooLarge(reason.limit, limit)))
  )

/** The default number of users on a page. */
const defaultPageSize = 100

const makePageTooLarge = (bytes: number, limit: number): ApiError => {
  const page = limit === 1 ? "A page of 1 user" : `A page of ${limit} users`
  const smaller = limit === 1 ? "" : ", or request a smaller limit"
  const message = `${page} is larger than ${bytes} bytes. Raise the option responseLimit${smaller}`
  return new ApiError({ endpoint: wire.list.id, reason: new ResponseTooLarge({ limit: bytes, message }) })
}

/** Errors from {@link stream}. */
export type StreamError = Errors<typeof wire.list>

/**
 * Returns a stream of users. It requests each page when the previous one is consumed.
 *
 * `pageSize` is the number of users on a page, 100 by default. If a page exceeds the option `responseLimit`, the stream
 * halves the page size for all further requests. It fails with the reason `ResponseTooLarge` only if a single user
 * exceeds the limit. It fails with `InvalidResponse` if the service returns a cursor again.
 *
 * **Example** (The email addresses of the first thousand users)
 *
 * ```ts
 * import * as Stream from "effect/Stream"
 * import { Users } from "latchkey/server"
 *
 * const addresses = Users.stream().pipe(
 *   Stream.map((user) => user.primaryEmail),
 *   Stream.take(1000),
 *   Stream.runCollect
 * )
 * ```
 */
export const stream = (
  options: wire.UserFilter & { readonly pageSize?: number | undefined } = {}
): Stream.Stream<wire.ServerUser, StreamError, Server> => {
  // Destructuring would make a filter of a value that is not an object.
  const { pageSize = defaultPageSize, ...filter } = isFilter(options) ? options : {}
  const start: ListOptions & { readonly limit: number } = { ...filter, limit: pageSize }
  const makePages = () => {
    const follow = makeCursorCheck(wire.list.id)
    return Stream.paginate(
      start,
      (options) =>
        Effect.flatMap(fetchFittingPage(options), ({ items, limit, nextCursor }) =>
          nextCursor === null
            ? Effect.succeed([items, Option.none()] as const)
            : Effect.map(follow(nextCursor), (cursor) => [items, Option.some({ ...filter, limit, cursor })] as const))
    )
  }
  return Stream.unwrap(Effect.map(checkFilter(wire.list, options, ["pageSize"]), makePages))
}

/**
 * Requests a page, and halves its size while it is too large. A cursor identifies a user, the first of the page or the last
 * of the previous one, so it is valid for any page size.
 */
const fetchFittingPage = (
  options: ListOptions & { readonly limit: number }
): Effect.Effect<
  wire.Page<wire.ServerUser> & { readonly limit: number },
  KnownErrors.RequestSchemaError | ApiError,
  Server
> => {
  const { limit } = options
  return Effect.catch(
    Effect.map(list(options), (page) => ({ ...page, limit })),
    (error) =>
      error._tag === "ApiError" && error.reason._tag === "ResponseTooLarge" && limit > 1
        ? fetchFittingPage({ ...options, limit: Math.floor(limit / 2) })
        : Effect.fail(error)
  )
}
