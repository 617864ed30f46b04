import type * as Effect from "effect/Effect"
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react"
import { open } from "../src/pages/HandlerPages.ts"
import { agentConsentPages, withPath } from "./components/AgentConsent.tsx"
import {
  cliAuthConfirmPages,
  emailVerificationPages,
  magicLinkCallbackPages,
  oauthCallbackPages,
  passwordResetPages,
  teamInvitationPages
} from "./components/callbacks.tsx"
import { type DefaultPages, Flow } from "./components/Flow.tsx"
import { laterSignInPages } from "./components/laterSignInPages.ts"
import { AccountSettings, removeSection } from "./components/settings/AccountSettings.tsx"
import { mfaPages } from "./components/SignIn.tsx"
import { TeamSettingsPage } from "./components/teams/TeamSettingsPage.tsx"
import { useStep } from "./kit/useStep.ts"
import { NotFoundPage } from "./pages/ErrorPages.tsx"
import type { PageProps, Pages } from "./pages/PageProps.ts"
import { ForgotPasswordPage } from "./pages/PasswordPages.tsx"
import type { PageServices, ShownPage, StepError } from "./pages/ShownPage.ts"
import { SignInPage } from "./pages/SignInPage.tsx"
import { SignUpClosedPage, SignUpPage } from "./pages/SignUpPages.tsx"
import { mergeTexts, type TextOverrides, type Texts } from "./texts/texts.ts"
import { TextsContext } from "./texts/useTexts.ts"
import { useLatest } from "./useLatest.ts"

/** Each page's default component. A missing page is a type error. */
const defaultPages: Omit<DefaultPages, "NotOpened"> = {
  ForgotPassword: ForgotPasswordPage,
  SignIn: SignInPage,
  SignUp: SignUpPage,
  SignUpClosed: SignUpClosedPage,
  ...mfaPages,
  ...oauthCallbackPages,
  ...magicLinkCallbackPages,
  ...emailVerificationPages,
  ...passwordResetPages,
  ...teamInvitationPages,
  ...cliAuthConfirmPages,
  ...agentConsentPages,
  ...laterSignInPages,
  AccountSettings: () => <AccountSettings />,
  TeamSettings: TeamSettingsPage,
  NotFound: NotFoundPage
}

/** Props for `HandlerPage`. */
export type HandlerPageProps = {
  /**
   * The current URL in the app's router, absolute or relative. When it changes, the new URL's page opens. Apps that
   * reload on navigation can omit it.
   */
  readonly url?: string | undefined
  /** Components that replace the default pages, by tag. */
  readonly pages?: Partial<Pages> | undefined
  /**
   * `false` keeps the document's title. A function returns it for a page's title. By default, it is the page's title and the
   * app's, such as "Check your email – Acme". The app's title returns when the page is left.
   */
  readonly documentTitle?: false | ((title: string) => string) | undefined
  /** The base path of the app's authorization server for agents, on the page's origin. `/oauth` by default. */
  readonly agentServerPath?: string | undefined
  /** Texts that replace the default texts. */
  readonly texts?: TextOverrides | undefined
}

/**
 * The pages behind email links, OAuth providers and redirects. Mount it on one route, such as `/handler/*`.
 *
 * After it mounts, it opens the current URL's page, once even in strict mode. It then shows the page that each step
 * returns. It interrupts the running step when it unmounts. On a server and before it mounts, it renders nothing, because
 * only a browser knows the URL.
 *
 * **Example** (The route for the handler pages)
 *
 * ```tsx
 * import { HandlerPage } from "latchkey/react"
 *
 * // The component for the route "/handler/*".
 * export const Handler = () => <HandlerPage />
 * ```
 */
export const HandlerPage = (
  { agentServerPath, documentTitle, pages, texts: overrides, url }: HandlerPageProps
): ReactNode => {
  const texts = useMemo(() => mergeTexts(overrides), [overrides])
  const openWithPath = useMemo(() => withPath(open, agentServerPath), [agentServerPath])
  const [isMounted, setIsMounted] = useState(false)
  useEffect(() => setIsMounted(true), [])
  const nameDocument = useNameDocument(documentTitle)
  // Only a browser knows the URL.
  return isMounted && (
    <TextsContext.Provider value={overrides}>
      <Flow
        open={openWithPath}
        pages={defaultPages}
        url={url && removeSection(url)}
        nameDocument={nameDocument}
        renderCustom={(page) => {
          // Sound: each tag maps to its page's component.
          const component = pages?.[page._tag] as ((props: PageProps) => ReactNode) | undefined
          return component && <CustomPage page={page} component={component} texts={texts} />
        }}
      />
    </TextsContext.Provider>
  )
}

/** Returns the function that names a page in the document's title. */
const useNameDocument = (format: HandlerPageProps["documentTitle"]) => {
  const latest = useLatest(format)
  return useCallback((title: string, document: Document): () => void => {
    const { current: format } = latest
    if (format === false) return () => {}
    const before = document.title
    document.title = format?.(title) ?? (title.includes(before) ? title : `${title} – ${before}`)
    const named = document.title
    return () => {
      // The app may have changed the title since.
      if (document.title === named) document.title = before
    }
  }, [latest])
}

/** Calls the component as a function. A component that the app creates in each render keeps its state. */
const CustomPage = ({ component, page, texts }: {
  readonly page: ShownPage
  readonly component: (props: PageProps) => ReactNode
  readonly texts: Texts
}): ReactNode => {
  const { error, isPending, run } = useStep((
    step: Effect.Effect<ShownPage | void, StepError<ShownPage>, PageServices>
  ) => step)
  return component({ page, go: run, isPending, error, texts })
}
