/**
 * The handler pages as one component.
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { open } from "../src/pages/HandlerPages.ts"
import { type ErrorHandler, type Runtime, useAuth } from "./Auth.ts"
import { AccountSettings } from "./components/settings/AccountSettings.tsx"
import { noPageContext, type PageContext, PageContextProvider } from "./kit/PageContext.ts"
import { useStep } from "./kit/useStep.ts"
import { CliAuthConfirmPage, CliConfirmedPage, CliRefusedPage } from "./pages/CliPages.tsx"
import {
  CodeRefusedPage,
  EmailVerificationPage,
  EmailVerifiedPage,
  MagicLinkCallbackPage,
  TeamInvitationPage,
  TeamJoinedPage
} from "./pages/EmailLinkPages.tsx"
import {
  HandlerErrorPage,
  NotFoundPage,
  NotOpenedPage,
  OAuthFailedPage,
  OAuthNotStartedPage
} from "./pages/ErrorPages.tsx"
import { CodeSentPage, MfaExpiredPage, MfaPage } from "./pages/MfaPages.tsx"
import { AccountRestrictedPage, EmailNotVerifiedPage } from "./pages/OnboardingPages.tsx"
import type { PageProps, Pages } from "./pages/PageProps.ts"
import { ForgotPasswordPage, PasswordChangedPage, PasswordResetPage } from "./pages/PasswordPages.tsx"
import { AlreadySignedInPage, SignedInPage, SignedOutPage, SignInRequiredPage } from "./pages/SessionPages.tsx"
import type { NotOpened, PageServices, ShownPage, StepError } from "./pages/ShownPage.ts"
import { SignInPage, SignUpClosedPage, SignUpPage } from "./pages/SignInPages.tsx"
import { mergeTexts, type TextOverrides, type Texts } from "./texts/texts.ts"
import { TextsContext } from "./texts/useTexts.ts"

/** The default component of each page. A missing page is a type error. */
const defaultPages: Pages = {
  AccountRestricted: AccountRestrictedPage,
  AccountSettings: () => <AccountSettings />,
  AlreadySignedIn: AlreadySignedInPage,
  CliAuthConfirm: CliAuthConfirmPage,
  CliConfirmed: CliConfirmedPage,
  CliRefused: CliRefusedPage,
  CodeRefused: CodeRefusedPage,
  CodeSent: CodeSentPage,
  EmailNotVerified: EmailNotVerifiedPage,
  EmailVerification: EmailVerificationPage,
  EmailVerified: EmailVerifiedPage,
  ErrorPage: HandlerErrorPage,
  ForgotPassword: ForgotPasswordPage,
  MagicLinkCallback: MagicLinkCallbackPage,
  Mfa: MfaPage,
  MfaExpired: MfaExpiredPage,
  NotFound: NotFoundPage,
  NotOpened: NotOpenedPage,
  OAuthFailed: OAuthFailedPage,
  OAuthNotStarted: OAuthNotStartedPage,
  PasswordReset: PasswordResetPage,
  PasswordChanged: PasswordChangedPage,
  SignedIn: SignedInPage,
  SignedOut: SignedOutPage,
  SignIn: SignInPage,
  SignInRequired: SignInRequiredPage,
  SignUp: SignUpPage,
  SignUpClosed: SignUpClosedPage,
  TeamInvitation: TeamInvitationPage,
  TeamJoined: TeamJoinedPage
}

/**
 * The properties of `HandlerPage`.
 *
 * @category models
 * @since 0.1.0
 */
export interface HandlerPageProps {
  /**
   * The current URL of the app's router, absolute or relative. When it changes, the page of the new URL opens. Apps that
   * reload on navigation can omit it.
   */
  readonly url?: string | undefined
  /** Components that replace the default pages, by tag. */
  readonly pages?: Partial<Pages> | undefined
  /** Texts that replace the default texts. */
  readonly texts?: TextOverrides | undefined
}

/** The runtime and URL of a page. It is the same object until one of them changes. */
interface PageTarget {
  readonly runtime: Runtime
  readonly url: string | undefined
}

/** A page and the target that it was opened for. */
interface ShownState {
  readonly page: ShownPage
  readonly target: PageTarget
  /** Increases with each page. Two pages with the same tag have different counts. */
  readonly count: number
}

/**
 * The pages behind email links, OAuth providers and redirects. Mount it on one route, such as `/handler/*`.
 *
 * After it mounts, it opens the page of the current URL, once even in strict mode. It then shows the page that each step
 * returns. It interrupts the running step when it unmounts. On a server and before it mounts, it renders nothing, because
 * only a browser knows the URL.
 *
 * It has no styles. Elements have `data-latchkey` attributes for styles and tests.
 *
 * @category components
 * @since 0.1.0
 */
export const HandlerPage = ({ pages, texts: overrides, url }: HandlerPageProps): ReactNode => {
  const { onError, runtime } = useAuth()
  const texts = useMemo(() => mergeTexts(overrides), [overrides])
  const [shown, setShown] = useState<ShownState>()
  const [isMounted, setIsMounted] = useState(false)
  const target = useMemo((): PageTarget => ({ runtime, url }), [runtime, url])
  const openedTarget = useRef<PageTarget>(undefined)
  const stopStep = useRef<() => void>(undefined)

  const show = useCallback(
    (page: ShownPage): void =>
      setShown((before) => ({ page: restoreCodeSent(page), target, count: (before?.count ?? 0) + 1 })),
    [target]
  )
  const startStep = useCallback((stop: () => void): void => {
    if (stopStep.current !== stop) stopStep.current?.()
    stopStep.current = stop
  }, [])

  useEffect(() => {
    setIsMounted(true)
    // A component that was hidden and is shown again keeps its page.
    if (openedTarget.current === target) return
    // Strict mode mounts twice. The first effect is interrupted before it opens the page.
    const fiber = target.runtime.runFork(
      Effect.andThen(Effect.yieldNow, openPage(onError)).pipe(
        Effect.map((page) => {
          openedTarget.current = target
          show(page)
        })
      )
    )
    return () => fiber.interruptUnsafe()
  }, [target, onError, show])

  const context = useMemo(
    (): PageContext => ({ ...noPageContext, show, startStep, reopen: open }),
    [show, startStep]
  )
  if (!isMounted) return null
  if (shown === undefined || shown.target !== target) {
    return (
      <div data-latchkey="opening" aria-busy="true">
        <p role="status">{texts.opening.status}</p>
      </div>
    )
  }
  return (
    <TextsContext.Provider value={overrides}>
      <PageContextProvider value={context}>
        <ShowPage
          key={`${shown.count}${pages?.[shown.page._tag] === undefined}`}
          page={shown.page}
          component={componentOf(shown.page, pages)}
          texts={texts}
        />
      </PageContextProvider>
    </TextsContext.Provider>
  )
}

/** Opens the page of the current URL. A failure is a page, too. */
const openPage = (onError: ErrorHandler): Effect.Effect<ShownPage, never, PageServices> =>
  Effect.catchCause(open, (cause) =>
    Effect.sync((): NotOpened => {
      const error = Option.getOrUndefined(Cause.findErrorOption(cause))
      if (error === undefined) onError(Cause.squash(cause), { isShown: true })
      return { _tag: "NotOpened", error, retry: open }
    }))

/** Restores the page of an email that was sent before a reload. */
const restoreCodeSent = (page: ShownPage): ShownPage =>
  (page._tag === "SignIn" || page._tag === "SignUp") && page.codeSent !== undefined ? page.codeSent : page

const componentOf = ({ _tag }: ShownPage, pages: Partial<Pages> | undefined): (props: PageProps) => ReactNode =>
  // Sound: each tag maps to the component of its page.
  (pages?.[_tag] ?? defaultPages[_tag]) as (props: PageProps) => ReactNode

/** Calls the component as a function. A component that the app creates in each render keeps its state. */
const ShowPage = ({ component, page, texts }: {
  readonly page: ShownPage
  readonly component: (props: PageProps) => ReactNode
  readonly texts: Texts
}): ReactNode => {
  const { error, isPending, run } = useStep((
    step: Effect.Effect<ShownPage | void, StepError<ShownPage>, PageServices>
  ) => step)
  return component({ page, go: run, isPending, error, texts })
}
