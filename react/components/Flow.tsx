/** A component that opens a page, and shows the page that each step returns. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { Navigation } from "../../src/navigation/Navigation.ts"
import type { HandlerPageName } from "../../src/navigation/Urls.ts"
import { type ProvidedServices, type Runtime, useAuth } from "../Auth.ts"
import { Skeleton } from "../kit/Card.tsx"
import { type HeadingLevel, noPageContext, type PageContext, PageContextProvider } from "../kit/PageContext.ts"
import type { NotOpened, OpenError, PageOf, PageServices, PageTag, ShownPage } from "../pages/ShownPage.ts"
import { useLanguage } from "../texts/useTexts.ts"
import { useLatest } from "../useLatest.ts"
import { useRetryOnline } from "../useOnline.ts"
import type { LinkedPage } from "./embeddedNavigation.ts"

/** The tags: a page's, and those of all pages that its steps can return. No flow has more than four steps. */
type Reachable<Tag extends PageTag> = WithNext<WithNext<WithNext<WithNext<Tag>>>>

type WithNext<Tag extends PageTag> = Tag | NextOf<PageOf<Tag>>

type NextOf<Page> = Page extends unknown ? Extract<ResultOf<Page[keyof Page]>, ShownPage>["_tag"] : never

// `any`: matches steps with every error, requirement and argument.
type ResultOf<Step> = Step extends Effect.Effect<infer A, any, any> ? A
  : Step extends (...args: any) => Effect.Effect<infer A, any, any> ? A
  : never

type PageComponent = (props: { readonly page: ShownPage }) => ReactNode

/** The default page components by tag. */
export type DefaultPages = { readonly [Tag in PageTag]: (props: { readonly page: PageOf<Tag> }) => ReactNode }

/**
 * The components of the pages that a flow can reach from its first page, except pages that load on demand. A missing one is
 * a type error.
 */
export type PagesOf<Opened extends ShownPage, Later = unknown> =
  & Pick<
    DefaultPages,
    Exclude<Reachable<Opened["_tag"]>, keyof Later> | "NotOpened"
  >
  & Partial<DefaultPages>

/** The properties of components that keep their page's URL. */
export type EmbeddedProps = {
  /** Called for a link to another page instead of a redirect, such as by a dialog that shows the other page itself. */
  readonly onNavigate?: ((page: LinkedPage) => void) | undefined
  /** The level of the title. `1` by default. */
  readonly headingLevel?: HeadingLevel | undefined
}

/** The properties of components that sign in. */
export type SignInProps = EmbeddedProps & {
  /** Called after a sign-in instead of the redirect to `afterSignIn`, such as to close a dialog. */
  readonly onSignedIn?: (() => void) | undefined
}

export interface FlowProps extends SignInProps {
  /** Opens the first page. It must be the same effect in each render. */
  readonly open: Effect.Effect<ShownPage, OpenError, PageServices>
  /** The components of all pages that it can reach. Type it with `PagesOf`. */
  readonly pages: Partial<DefaultPages>
  /** Loads the components of the other pages that it can reach. They load after the first page is shown. */
  readonly loadPages?: (() => Promise<Partial<DefaultPages>>) | undefined
  /** The component's page, which keeps the URL. `undefined` for a component that follows the URL. */
  readonly own?: HandlerPageName | undefined
  /** The current URL, for a component that follows it. */
  readonly url?: string | undefined
  /** Renders a page with a component of the app, or returns `undefined`. */
  readonly renderCustom?: ((page: ShownPage) => ReactNode | undefined) | undefined
}

/** The runtime and URL of a page. It is the same object until one of them changes. */
interface PageTarget {
  readonly runtime: Runtime
  readonly url: string | undefined
  /** The number of times that the page was opened again after the device was back online. */
  readonly reopened: number
}

/** A page with its component, and the target that it was opened for. */
interface ShownState {
  readonly page: ShownPage
  readonly Page: PageComponent
  readonly target: PageTarget
  /** Increases with each page. Two pages with the same tag have different counts. */
  readonly count: number
}

/**
 * Opens a page when it mounts, once even in strict mode, and again after a failure when the device is back online. Then shows
 * the page that each step returns. Interrupts the running step when it unmounts.
 */
export const Flow = (props: FlowProps): ReactNode => {
  const { headingLevel = 1, loadPages, open, own, pages, renderCustom, url } = props
  const { onError, runtime } = useAuth()
  const language = useLanguage()
  const [shown, setShown] = useState<ShownState>()
  const [isMounted, setIsMounted] = useState(false)
  const [reopened, setReopened] = useState(0)
  const target = useMemo((): PageTarget => ({ runtime, url, reopened }), [runtime, url, reopened])
  const openedTarget = useRef<PageTarget>(undefined)
  const stopStep = useRef<() => void>(undefined)
  const returnTo = useRef<string>(undefined)
  const handlers = useLatest(props)

  const show = useCallback(
    (page: ShownPage): Effect.Effect<void> => {
      const replace = Effect.map(withComponent(restoreCodeSent(page), pages, loadPages), (next) => {
        openedTarget.current = target
        setShown((before) => ({ ...next, target, count: (before?.count ?? 0) + 1 }))
      })
      return isSignedIn(page) ? Effect.delay(replace, navigationMillis) : replace
    },
    [loadPages, pages, target]
  )
  const startStep = useCallback((stop: () => void): void => {
    if (stopStep.current !== stop) stopStep.current?.()
    stopStep.current = stop
  }, [])

  const [openPage, provide] = useMemo(() => {
    const openPage = Effect.catchCause(open, (cause) =>
      Effect.sync((): NotOpened => {
        const error = Option.getOrUndefined(Cause.findErrorOption(cause))
        if (error === undefined) onError(Cause.squash(cause), { isShown: true })
        return { _tag: "NotOpened", error, retry: open }
      }))
    if (own === undefined) return [openPage, noPageContext.provide]
    const provide: PageContext["provide"] = (step) =>
      Effect.flatMap(
        Effect.context<ProvidedServices>(),
        (context) =>
          Effect.updateService(step, Navigation, (navigation) => {
            const embedded = Effect.map(loadEmbedded, ({ makeEmbedded }) =>
              makeEmbedded(navigation, {
                own,
                returnTo,
                reopen: Effect.provideContext(Effect.flatMap(provide(openPage), show), context),
                onSignedIn: handlers.current.onSignedIn,
                onNavigate: handlers.current.onNavigate
              }))
            return {
              ...navigation,
              redirect: (...args) => Effect.flatMap(embedded, ({ redirect }) => redirect(...args)),
              redirectTo: (...args) => Effect.flatMap(embedded, ({ redirectTo }) => redirectTo(...args)),
              redirectAfterSignIn: (...args) =>
                Effect.flatMap(embedded, ({ redirectAfterSignIn }) => redirectAfterSignIn(...args))
            }
          })
      )
    return [provide(openPage), provide]
  }, [handlers, onError, open, own, show])

  useEffect(() => {
    setIsMounted(true)
    // A component that was hidden and is shown again keeps its page.
    if (openedTarget.current === target) return
    // Strict mode mounts twice. The first effect is interrupted before it opens the page.
    const fiber = target.runtime.runFork(Effect.andThen(Effect.yieldNow, Effect.flatMap(openPage, show)))
    return () => fiber.interruptUnsafe()
  }, [openPage, show, target])

  const failure = shown?.target === target && shown.page._tag === "NotOpened" ? shown.page.error : undefined
  useRetryOnline(failure, () => setReopened((count) => count + 1))

  const isOpened = shown !== undefined
  useEffect(() => {
    // A failure is handled when a page needs them.
    if (isOpened) loadPages?.().catch(() => {})
  }, [isOpened, loadPages])

  const context = useMemo(
    (): PageContext => ({ show, startStep, reopen: open, provide, headingLevel }),
    [headingLevel, open, provide, show, startStep]
  )
  // Only a browser knows the URL.
  if (own === undefined && !isMounted) return null
  if (shown === undefined || shown.target !== target) {
    return (
      <section data-latchkey="root card opening" aria-busy="true" {...language}>
        <Skeleton rows={4} />
      </section>
    )
  }
  const { count, Page, page } = shown
  const custom = renderCustom?.(page)
  return (
    <PageContextProvider value={context} key={`${count}${custom === undefined}`}>
      {custom ?? <Page page={page} />}
    </PageContextProvider>
  )
}

/** The navigation loads when the first step redirects. */
const loadEmbedded = /*#__PURE__*/ Effect.promise(() => import("./embeddedNavigation.ts"))

/** Adds the component to a page. If it cannot be loaded, returns the page for that. */
const withComponent = (
  page: ShownPage,
  pages: Partial<DefaultPages>,
  loadPages: FlowProps["loadPages"]
): Effect.Effect<Pick<ShownState, "page" | "Page">> => {
  // Sound: each tag maps to its page's component.
  const withPage = (page: ShownPage, pages: Partial<DefaultPages>) => ({
    page,
    Page: pages[page._tag] as PageComponent
  })
  if (pages[page._tag] !== undefined || loadPages === undefined) return Effect.succeed(withPage(page, pages))
  return Effect.match(Effect.tryPromise(loadPages), {
    onFailure: () => withPage({ _tag: "NotOpened", error: undefined, retry: Effect.succeed(page) }, pages),
    onSuccess: (loaded) => withPage(page, loaded)
  })
}

/** The time in milliseconds within which an app has usually left the page after a sign-in. */
const navigationMillis = 1000

const isSignedIn = ({ _tag }: ShownPage): boolean => _tag === "SignedIn" || _tag === "AlreadySignedIn"

/** Restores the page of an email that was sent before a reload. */
const restoreCodeSent = (page: ShownPage): ShownPage =>
  (page._tag === "SignIn" || page._tag === "SignUp") && page.codeSent !== undefined ? page.codeSent : page
