/**
 * The pages for errors.
 *
 * @since 0.1.0
 */
import type { ReactNode } from "react"
import { Alert } from "../kit/Alert.tsx"
import { StepButton } from "../kit/Button.tsx"
import { Card, CardFooter } from "../kit/Card.tsx"
import { useErrorText } from "../kit/errorText.ts"
import type { PageProps } from "./PageProps.ts"

/** A sign-in with a provider failed at the service. */
export const HandlerErrorPage = ({ page, texts: { errorPage } }: PageProps<"ErrorPage">): ReactNode => (
  <Card name="error" title={errorPage.title}>
    <Alert text={errorPage.text(page)} />
    <CardFooter>
      <StepButton name="start-over" step={page.startOver} text={errorPage.startOver} />
    </CardFooter>
  </Card>
)

/** A sign-in with a provider failed on the callback page. */
export const OAuthFailedPage = ({ page, texts }: PageProps<"OAuthFailed">): ReactNode => {
  const errorText = useErrorText()
  return (
    <Card name="oauth-failed" title={texts.oauthFailed.title}>
      <Alert text={errorText(page.error)} />
      <CardFooter>
        <StepButton name="start-over" step={page.startOver} text={texts.oauthFailed.startOver} />
      </CardFooter>
    </Card>
  )
}

/** No sign-in with a provider is in progress. */
export const OAuthNotStartedPage = ({ page, texts: { oauthNotStarted } }: PageProps<"OAuthNotStarted">): ReactNode => (
  <Card name="oauth-not-started" title={oauthNotStarted.title}>
    <p>{oauthNotStarted.text}</p>
    <CardFooter>
      <StepButton name="start-over" step={page.startOver} text={oauthNotStarted.startOver} />
    </CardFooter>
  </Card>
)

/** The URL is not the URL of a page. */
export const NotFoundPage = ({ page, texts: { notFound } }: PageProps<"NotFound">): ReactNode => (
  <Card name="not-found" title={notFound.title}>
    <p>{notFound.text}</p>
    <CardFooter>
      <StepButton name="go-home" step={page.goHome} text={notFound.goHome} />
    </CardFooter>
  </Card>
)

/** The page could not be opened. */
export const NotOpenedPage = ({ page, texts }: PageProps<"NotOpened">): ReactNode => {
  const errorText = useErrorText()
  return (
    <Card name="not-opened" title={texts.notOpened.title}>
      <Alert text={page.error === undefined ? texts.notOpened.unexpected : errorText(page.error)} />
      <CardFooter>
        <StepButton name="retry" step={page.retry} text={texts.notOpened.retry} />
      </CardFooter>
    </Card>
  )
}
