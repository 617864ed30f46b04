import * as Effect from "effect/Effect"
import type { Navigation } from "../../src/navigation/Navigation.ts"
import { getReturnTo, leadsBack, returnToParameter } from "../../src/navigation/returnTo.ts"
import { toSameOriginPath } from "../../src/navigation/sameOrigin.ts"
import { pageAt, type PageName } from "../../src/navigation/Urls.ts"
import type { Match } from "../../src/pages/match.ts"

/** The link targets in a sign-in component. */
export type LinkedPage = "signIn" | "signUp" | "forgotPassword"

/** The handlers that replace a component's redirects. */
export interface Embedding {
  /** The page that the component shows. A redirect to it opens it again. */
  readonly own: Match["page"]
  readonly reopen: Effect.Effect<void>
  /** The URL to return to after the pages that are shown in place. */
  readonly returnTo: { current: string | undefined }
  readonly onSignedIn: (() => void) | undefined
  readonly onNavigate: ((page: LinkedPage) => void) | undefined
}

/**
 * Creates the navigation for a component that keeps its page's URL. Steps with their own pages, such as the second
 * factor, are shown in place. A redirect to the current URL opens a page that needs a user again,
 * and does nothing after a sign-in.
 */
export const makeEmbedded = (
  navigation: Navigation["Service"],
  { onNavigate, onSignedIn, own, reopen, returnTo }: Embedding
): Navigation["Service"] => {
  const { page, urls } = navigation
  const isSignIn = !privatePages.includes(own)
  const goTo = (name: PageName | undefined): Effect.Effect<void> | undefined => {
    if (name === "mfa" || name === "onboarding") return Effect.void
    if (name === own) return reopen
    return onNavigate !== undefined && (name === "signIn" || name === "signUp" || name === "forgotPassword")
      ? Effect.sync(() => onNavigate(name))
      : undefined
  }
  const redirect: Navigation["Service"]["redirect"] = (url, options) =>
    Effect.flatMap(page.url, (here) => {
      const path = toSameOriginPath(url, here)
      if (path === undefined) return navigation.redirect(url, options)
      const name = pageAt(urls, path)
      if (name === "onboarding") returnTo.current = new URL(path, here).searchParams.get(returnToParameter) ?? undefined
      return goTo(name) ??
        (isSignIn && onSignedIn !== undefined
          ? Effect.sync(onSignedIn)
          : isCurrent(path, here)
          ? isSignIn ? Effect.void : reopen
          : navigation.redirect(url, options))
    })
  return {
    ...navigation,
    redirect,
    redirectTo: (name, options) =>
      // The browser's back button returns to the page around the component.
      goTo(name) ?? navigation.redirectTo(name, { ...options, replace: false }),
    redirectAfterSignIn: ({ isNewUser = false } = {}, options) =>
      Effect.flatMap(page.url, (here) => {
        const wanted = returnTo.current ?? getReturnTo(here)
        const target = wanted === undefined || leadsBack(urls, wanted, here)
          ? urls[isNewUser ? "afterSignUp" : "afterSignIn"]
          : wanted
        return redirect(target, options)
      })
  }
}

/** The pages that need a signed-in user. They continue after a sign-in. */
const privatePages: ReadonlyArray<Match["page"]> = ["teamInvitation", "cliAuthConfirm", "agentConsent"]

/** Returns `true` if a path is the current URL, apart from the fragment. */
const isCurrent = (path: string, here: string): boolean => {
  const url = new URL(path, here)
  const { pathname, search } = new URL(here)
  return url.pathname === pathname && url.search === search
}
