import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type ReactNode, useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react"
import { Navigation } from "../../src/navigation/Navigation.ts"
import type { Match } from "../../src/pages/match.ts"
import { type ErrorHandler, type ProvidedServices, type Runtime, useAuth } from "../Auth.ts"
import type { Appearance } from "../kit/Appearance.ts"
import { OpeningCard } from "../kit/OpeningCard.tsx"
import { type HeadingLevel, noPageContext, type PageContext, PageContextProvider } from "../kit/PageContext.ts"
import { AppearanceContext } from "../kit/useAppearance.ts"
import { NotOpenedPage } from "../pages/ErrorPages.tsx"
import type { NotOpened, OpenError, PageOf, PageServices, PageTag, ShownPage } from "../pages/ShownPage.ts"
import { useLatest } from "../useLatest.ts"
import { useRetryOnline } from "../useOnline.ts"
import type { Embedding, LinkedPage } from "./embeddedNavigation.ts"

/** A page's tag, and the tags of all pages that its steps can return. No flow has more than four steps. */
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
 * The components for the pages that a flow can reach from its first page, except pages that load on demand. A missing one is
 * a type error.
 */
export type PagesOf<Opened extends ShownPage, Later = unknown> =
  & Pick<
    DefaultPages,
    Exclude<Reachable<Opened["_tag"]>, keyof Later | "NotOpened">
  >
  & Partial<DefaultPages>

/** Props for components that keep their page's URL. */
export type EmbeddedProps = {
  /** Called for a link to another page instead of a redirect, such as by a dialog that shows the other page itself. */
  readonly onNavigate?: ((page: LinkedPage) => void) | undefined
  /** The title's level. `1` by default. */
  readonly headingLevel?: HeadingLevel | undefined
  /** The card's appearance. Its values win over the provider's. */
  readonly appearance?: Appearance | undefined
}

/** Props for components that sign in. */
export type SignInProps = EmbeddedProps & {
  /** Called after a sign-in instead of the redirect to `afterSignIn`, such as to close a dialog. */
  readonly onSignedIn?: (() => void) | undefined
}

type LoadPages = () => Promise<Partial<DefaultPages>>

interface FlowProps extends SignInProps {
  /** Opens the first page. It must be the same effect in each render. */
  readonly open: Effect.Effect<ShownPage, OpenError, PageServices>
  /** The components for all pages that it can reach. Type it with `PagesOf`. */
  readonly pages: Partial<DefaultPages>
  /** Loads the components for the first page while it opens. */
  readonly loadForms?: LoadPages | undefined
  /** Loads the components for the other pages that it can reach. They load after the first page is shown. */
  readonly loadPages?: LoadPages | undefined
  /** The page that the component shows without changing the URL. `undefined` if the URL selects the page. */
  readonly own?: Match["page"] | undefined
  /** The current URL, for a component that follows it. */
  readonly url?: string | undefined
  /** Names the page in the document's title, as `HandlerPage` does. */
  readonly nameDocument?: PageContext["nameDocument"]
  /** Renders a page with an app's component, or returns `undefined`. */
  readonly renderCustom?: ((page: ShownPage) => ReactNode | undefined) | undefined
}

/** A page's runtime and URL. It is the same object until either changes, or the page is opened again. */
interface PageTarget {
  readonly runtime: Runtime
  readonly url: string | undefined
  /** Counts the openings after the device was back online. */
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
  const { headingLevel = 1, loadForms, loadPages, nameDocument, open, own, pages, renderCustom, url } = props
  const { onError, runtime } = useAuth()
  const [reopened, openAgain] = useReducer((count: number) => count + 1, 0)
  const [shown, setShown] = useState<ShownState>()
  const target = useMemo((): PageTarget => ({ runtime, url, reopened }), [runtime, url, reopened])
  // The last loaded page's target, which is known before the next render.
  const openedFor = useRef<PageTarget>(undefined)
  // Cancels the last step.
  const stopStep = useRef<() => void>(undefined)
  const running = useRef<{ readonly stop: () => void }>(undefined)
  const [isBusy, setIsBusy] = useState(false)
  const layout = useRef<NonNullable<PageContext["layout"]>>({})
  // The URL to return to after the pages that are shown in place.
  const returnTo = useRef<string>(undefined)
  const handlers = useLatest(props)

  const show = useCallback(
    (page: ShownPage): Effect.Effect<void> => {
      const loaders = [loadForms, loadPages].filter((load) => load !== undefined)
      const replace = Effect.map(withComponent(restoreCodeSent(page), pages, loaders), (next) => {
        openedFor.current = target
        setShown((last) => ({ ...next, target, count: (last?.count ?? 0) + 1 }))
      })
      return isSignedIn(page) ? Effect.delay(replace, navigationMillis) : replace
    },
    [loadForms, loadPages, pages, target]
  )
  const startStep = useCallback((stop: () => void): boolean => {
    if (running.current !== undefined && running.current.stop !== stop) return false
    if (stopStep.current !== stop) stopStep.current?.()
    stopStep.current = stop
    return true
  }, [])
  const runStep = useCallback<PageContext["runStep"]>((step, stop) =>
    Effect.suspend(() => {
      const own = running.current = { stop }
      setIsBusy(true)
      return Effect.ensuring(
        step,
        Effect.sync(() => {
          if (running.current !== own) return
          running.current = undefined
          setIsBusy(false)
        })
      )
    }), [])
  const openPage = useMemo(() => openOrExplain(open, onError), [onError, open])
  const provide = useMemo((): PageContext["provide"] => {
    if (own === undefined) return noPageContext.provide
    const provide: PageContext["provide"] = (step) =>
      withEmbedded(step, (context) => ({
        own,
        returnTo,
        reopen: Effect.provideContext(Effect.flatMap(provide(openPage), show), context),
        onSignedIn: handlers.current.onSignedIn,
        onNavigate: handlers.current.onNavigate
      }))
    return provide
  }, [handlers, openPage, own, show])

  useEffect(() => {
    // A component that was hidden and is shown again keeps its page.
    if (openedFor.current === target) return
    // Strict mode mounts twice. The first effect is interrupted before it opens the page.
    const fiber = target.runtime.runFork(Effect.andThen(Effect.yieldNow, Effect.flatMap(provide(openPage), show)))
    return () => fiber.interruptUnsafe()
  }, [openPage, provide, show, target])

  const current = shown?.target === target ? shown : undefined
  useRetryOnline(current?.page._tag === "NotOpened" ? current.page.error : undefined, openAgain)

  const opened = current?.page._tag
  useEffect(() => {
    const { card } = layout.current
    if (opened !== undefined && card !== undefined) runtime.runFork(keepOutline(opened, card))
  }, [opened, runtime])

  const isOpened = shown !== undefined
  const preload = isOpened ? loadPages : loadForms
  useEffect(() => {
    // A failure is handled when a page needs them.
    preload?.().catch(() => {})
  }, [preload])

  const context = useMemo(
    (): PageContext => ({
      show,
      startStep,
      runStep,
      isBusy,
      reopen: open,
      provide,
      layout: layout.current,
      nameDocument,
      headingLevel
    }),
    [runStep, headingLevel, isBusy, nameDocument, open, provide, show, startStep]
  )
  if (current === undefined) {
    return (
      <PageContextProvider value={context}>
        <OpeningCard page={own} />
      </PageContextProvider>
    )
  }
  const { count, Page, page } = current
  const custom = renderCustom?.(page)
  return (
    <PageContextProvider value={context} key={`${count}${custom === undefined}`}>
      <AppearanceContext.Provider value={props.appearance}>
        {custom ?? <Page page={page} />}
      </AppearanceContext.Provider>
    </PageContextProvider>
  )
}

/** Opens the first page, or returns the page that explains why it could not be opened. */
const openOrExplain = (
  open: FlowProps["open"],
  onError: ErrorHandler
): Effect.Effect<ShownPage, never, PageServices> =>
  Effect.catchCause(open, (cause) =>
    Effect.sync((): NotOpened => {
      const error = Option.getOrUndefined(Cause.findErrorOption(cause))
      if (error === undefined) onError(Cause.squash(cause), { isShown: true })
      return { _tag: "NotOpened", error, retry: open }
    }))

/** Runs a step with the navigation for a component that keeps its page's URL. Its code loads when the first step redirects. */
const withEmbedded = <A, E>(
  step: Effect.Effect<A, E, ProvidedServices>,
  embeddingIn: (context: Context.Context<ProvidedServices>) => Embedding
): Effect.Effect<A, E, ProvidedServices> =>
  Effect.flatMap(
    Effect.context<ProvidedServices>(),
    (context) =>
      Effect.updateService(step, Navigation, (navigation) => {
        const embedded = Effect.map(loadEmbedded, ({ makeEmbedded }) => makeEmbedded(navigation, embeddingIn(context)))
        return {
          ...navigation,
          redirect: (...args) => Effect.flatMap(embedded, ({ redirect }) => redirect(...args)),
          redirectTo: (...args) => Effect.flatMap(embedded, ({ redirectTo }) => redirectTo(...args)),
          redirectAfterSignIn: (...args) =>
            Effect.flatMap(embedded, ({ redirectAfterSignIn }) => redirectAfterSignIn(...args))
        }
      })
  )

/** Keeps the outline of a page for the next time that it opens. Nothing is lost if its code cannot be loaded. */
const keepOutline = (page: PageTag, card: HTMLElement): Effect.Effect<void, never, ProvidedServices> =>
  Effect.matchEffect(Effect.tryPromise(() => import("../kit/saveOutline.ts")), {
    onFailure: () => Effect.void,
    onSuccess: ({ saveOutline }) => saveOutline(page, card)
  })

const loadEmbedded = /*#__PURE__*/ Effect.promise(() => import("./embeddedNavigation.ts"))

/** Adds the component to a page. If it cannot be loaded, returns the page for that. */
const withComponent = (
  page: ShownPage,
  pages: Partial<DefaultPages>,
  [load, ...others]: ReadonlyArray<LoadPages>
): Effect.Effect<Pick<ShownState, "page" | "Page">> => {
  const known: Partial<DefaultPages> = { ...pages, NotOpened: NotOpenedPage }
  // Sound: each tag maps to its page's component.
  const Page = known[page._tag] as PageComponent
  if (Page !== undefined || load === undefined) return Effect.succeed({ page, Page })
  return Effect.matchEffect(Effect.tryPromise(load), {
    onFailure: () => withComponent({ _tag: "NotOpened", error: undefined, retry: Effect.succeed(page) }, pages, []),
    onSuccess: (loaded) => withComponent(page, loaded, others)
  })
}

/** The time in milliseconds within which an app has usually left the page after a sign-in. */
const navigationMillis = 1000

const isSignedIn = ({ _tag }: ShownPage): boolean => _tag === "SignedIn" || _tag === "AlreadySignedIn"

/** Restores the page for an email that was sent before a reload. */
const restoreCodeSent = (page: ShownPage): ShownPage => "codeSent" in page ? page.codeSent ?? page : page
