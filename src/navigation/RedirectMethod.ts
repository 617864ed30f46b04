/**
 * The ways in which an app goes from one of its pages to another.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { Page } from "../platform/Page.ts"

/**
 * How an app goes from one of its pages to another.
 *
 * - `none`, the default: not at all. The program sees that somebody is signed in, and does what it likes.
 * - `window`: the browser loads the page.
 * - `navigate`: a function of the program's, such as that of its router; without one, as `window`.
 * - `nextjs`: the `redirect` of `next/navigation`, which ends what Next is doing by throwing; in browsers its router, if
 *   there is one here.
 *
 * After all but the first, the program waits two seconds, in which the page goes away. What a function throws is what the
 * program dies of, as it is: Next recognises its own.
 *
 * @category options
 * @since 0.1.0
 */
export type RedirectMethod = "none" | "window" | CustomRedirect | NextRedirect

/**
 * A redirect by a function of the program's.
 *
 * @category options
 * @since 0.1.0
 */
export interface CustomRedirect {
  readonly navigate?:
    | ((url: string, options: { readonly replace: boolean }) => void | PromiseLike<void> | Effect.Effect<void>)
    | undefined
}

/**
 * A redirect by what `next/navigation` has for it.
 *
 * **Example** (Redirecting in a server component)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Navigation, type Page } from "latchkey"
 *
 * declare const redirect: (url: string, type?: "push" | "replace") => never // of next/navigation
 * declare const page: Layer.Layer<Page.Page> // the address of the request
 *
 * const layer = Navigation.layer({ redirectMethod: { nextjs: { redirect } } }).pipe(Layer.provide(page))
 * ```
 *
 * @category options
 * @since 0.1.0
 */
export interface NextRedirect {
  readonly nextjs: {
    /** Its second parameter is an enumeration of Next's own, whose values are `push` and `replace`. */
    readonly redirect: (url: string, type?: never) => never
    /** What `useRouter` returns. */
    readonly router?: {
      readonly push: (url: string) => void
      readonly replace: (url: string) => void
    } | undefined
  }
}

/**
 * Says whether a value is a way to redirect.
 *
 * @category guards
 * @since 0.1.0
 */
export const isRedirectMethod = (method: unknown): boolean => {
  if (method === "none" || method === "window") return true
  if (typeof method !== "object" || method === null) return false
  const { navigate, nextjs }: {
    readonly navigate?: unknown
    readonly nextjs?: { readonly redirect?: unknown } | null
  } = method
  return nextjs === undefined
    ? navigate === undefined || typeof navigate === "function"
    : typeof nextjs?.redirect === "function"
}

/**
 * Leaves the page for another one of the app's.
 *
 * @category redirecting
 * @since 0.1.0
 */
export const leave = (
  page: Page["Service"],
  method: Exclude<RedirectMethod, "none">,
  url: string,
  replace: boolean
): Effect.Effect<void> => {
  if (method !== "window" && "nextjs" in method) {
    const { redirect, router } = method.nextjs
    return Effect.sync(() => {
      // Sound: these are the values of Next's enumeration.
      if (router === undefined) redirect(url, (replace ? "replace" : "push") as never)
      else if (replace) router.replace(url)
      else router.push(url)
    })
  }
  if (method === "window" || method.navigate === undefined) return page.goTo(url, { replace })
  const { navigate } = method
  return Effect.suspend(() => {
    const result = navigate(url, { replace })
    return Effect.isEffect(result) ? result : Effect.promise(async () => result)
  })
}
