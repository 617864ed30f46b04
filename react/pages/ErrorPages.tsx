/**
 * The pages for errors.
 *
 * @since 0.1.0
 */
import type { ReactNode } from "react"
import { errorText } from "./errorText.ts"
import { Alert } from "./Form.tsx"
import { PageActions, PageLayout, StepButton } from "./PageLayout.tsx"
import type { PageProps } from "./PageProps.ts"

/** A sign-in with a provider failed at the service. */
export const HandlerErrorPage = ({ page, texts: { errorPage } }: PageProps<"ErrorPage">): ReactNode => (
  <PageLayout name="error" title={errorPage.title}>
    <Alert text={errorPage.text(page)} />
    <PageActions>
      <StepButton name="start-over" step={page.startOver} text={errorPage.startOver} />
    </PageActions>
  </PageLayout>
)

/** A sign-in with a provider failed on the callback page. */
export const OAuthFailedPage = ({ page, texts }: PageProps<"OAuthFailed">): ReactNode => (
  <PageLayout name="oauth-failed" title={texts.oauthFailed.title}>
    <Alert text={errorText(texts, page.error)} />
    <PageActions>
      <StepButton name="start-over" step={page.startOver} text={texts.oauthFailed.startOver} />
    </PageActions>
  </PageLayout>
)

/** No sign-in with a provider is in progress. */
export const OAuthNotStartedPage = ({ page, texts: { oauthNotStarted } }: PageProps<"OAuthNotStarted">): ReactNode => (
  <PageLayout name="oauth-not-started" title={oauthNotStarted.title}>
    <p>{oauthNotStarted.text}</p>
    <PageActions>
      <StepButton name="start-over" step={page.startOver} text={oauthNotStarted.startOver} />
    </PageActions>
  </PageLayout>
)

/** The URL is not the URL of a page. */
export const NotFoundPage = ({ page, texts: { notFound } }: PageProps<"NotFound">): ReactNode => (
  <PageLayout name="not-found" title={notFound.title}>
    <p>{notFound.text}</p>
    <PageActions>
      <StepButton name="go-home" step={page.goHome} text={notFound.goHome} />
    </PageActions>
  </PageLayout>
)

/** The page could not be opened. */
export const NotOpenedPage = ({ page, texts }: PageProps<"NotOpened">): ReactNode => (
  <PageLayout name="not-opened" title={texts.notOpened.title}>
    <Alert text={page.error === undefined ? texts.notOpened.unexpected : errorText(texts, page.error)} />
    <PageActions>
      <StepButton name="retry" step={page.retry} text={texts.notOpened.retry} />
    </PageActions>
  </PageLayout>
)
