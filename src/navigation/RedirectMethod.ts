import * as Effect from "effect/Effect"
import type { Page } from "../platform/Page.ts"

/**
 * The method for redirects to another page.
 *
 * - `none`, the default in `Navigation.layer`: does not redirect. The program handles navigation.
 * - `window`, the default in `Browser.layer` and `RequestHost.layer`: loads the page in the browser.
 * - `navigate`: calls the program's function, such as its router's. Without the function, works like `window`.
 * - `nextjs`: calls `redirect` from `next/navigation`, which throws to end the rendering. In browsers, uses Next's router if
 *   it is set.
 *
 * Except with `none`, the effect waits for 2 seconds after the redirect, while the page unloads. An exception of a function
 * is a defect with the same value, so that Next.js recognizes its own.
 */
export type RedirectMethod = "none" | "window" | CustomRedirect | NextRedirect

/**
 * A redirect with a custom function, such as a router's. Pass `replace` on to the router. Without it, the browser's Back button
 * returns to the page that redirected, which redirects again.
 *
 * **Example** (React Router and TanStack Router)
 *
 * ```ts
 * import type { Navigation } from "latchkey"
 *
 * // The results from `useNavigate`.
 * declare const reactRouter: (to: string, options?: { replace?: boolean }) => void | Promise<void>
 * declare const tanStackRouter: (options: { href: string; replace?: boolean }) => Promise<void>
 *
 * const forReactRouter: Navigation.RedirectMethod = { navigate: reactRouter }
 *
 * const forTanStackRouter: Navigation.RedirectMethod = {
 *   navigate: (href, { replace }) => tanStackRouter({ href, replace })
 * }
 * ```
 */
export type CustomRedirect = {
  readonly navigate?:
    | ((url: string, options: { readonly replace: boolean }) => void | PromiseLike<void> | Effect.Effect<void>)
    | undefined
}

/**
 * A redirect with `next/navigation`.
 *
 * **Example** (Redirect in a server component)
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
 */
export type NextRedirect = {
  readonly nextjs: {
    /** The second parameter's type is an enum in Next.js with the values `push` and `replace`. */
    readonly redirect: (url: string, type?: never) => never
    /** The result from `useRouter`. */
    readonly router?: {
      readonly push: (url: string) => void
      readonly replace: (url: string) => void
    } | undefined
  }
}

/** Returns `true` if a value is a valid redirect method. */
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

/** Redirects to another app page. */
export const leave = (
  page: Page["Service"],
  method: Exclude<RedirectMethod, "none">,
  url: string,
  replace: boolean
): Effect.Effect<void> => {
  if (method !== "window" && "nextjs" in method) {
    const { redirect, router } = method.nextjs
    return Effect.sync(() => {
      // Sound: the enum has these values.
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
