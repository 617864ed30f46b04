/**
 * The pages for what has gone wrong.
 *
 * @since 0.1.0
 */
import type { ReactNode } from "react"
import { Alert } from "./Form.tsx"
import { Frame, Go, Ways } from "./Frame.tsx"
import type { PageProps } from "./PageProps.ts"
import { tell } from "./tell.ts"

/** A sign-in with a provider has failed there. */
export const ErrorPagePage = ({ page, texts: { errorPage } }: PageProps<"ErrorPage">): ReactNode => (
  <Frame name="error" title={errorPage.title}>
    <Alert text={errorPage.text(page)} />
    <Ways>
      <Go name="start-over" step={page.startOver} text={errorPage.startOver} />
    </Ways>
  </Frame>
)

/** A sign-in with a provider has failed here. */
export const OAuthFailedPage = ({ page, texts }: PageProps<"OAuthFailed">): ReactNode => (
  <Frame name="oauth-failed" title={texts.oauthFailed.title}>
    <Alert text={tell(texts, page.error)} />
    <Ways>
      <Go name="start-over" step={page.startOver} text={texts.oauthFailed.startOver} />
    </Ways>
  </Frame>
)

/** No sign-in with a provider has begun. */
export const OAuthNotBegunPage = ({ page, texts: { oauthNotBegun } }: PageProps<"OAuthNotBegun">): ReactNode => (
  <Frame name="oauth-not-begun" title={oauthNotBegun.title}>
    <p>{oauthNotBegun.text}</p>
    <Ways>
      <Go name="start-over" step={page.startOver} text={oauthNotBegun.startOver} />
    </Ways>
  </Frame>
)

/** The address names no page. */
export const NotFoundPage = ({ page, texts: { notFound } }: PageProps<"NotFound">): ReactNode => (
  <Frame name="not-found" title={notFound.title}>
    <p>{notFound.text}</p>
    <Ways>
      <Go name="go-home" step={page.goHome} text={notFound.goHome} />
    </Ways>
  </Frame>
)

/** No page could be opened. */
export const NotOpenedPage = ({ page, texts }: PageProps<"NotOpened">): ReactNode => (
  <Frame name="not-opened" title={texts.notOpened.title}>
    <Alert text={page.error === undefined ? texts.notOpened.unhandled : tell(texts, page.error)} />
    <Ways>
      <Go name="again" step={page.again} text={texts.notOpened.again} />
    </Ways>
  </Frame>
)
