import type { ReactNode } from "react"
import { Alert } from "../kit/Alert.tsx"
import { StepButton } from "../kit/Button.tsx"
import { Card } from "../kit/Card.tsx"
import { ErrorAlert } from "../kit/ErrorAlert.tsx"
import { useErrorText } from "../kit/errorText.ts"
import { errorPage, notFound, oauthFailed, oauthNotStarted } from "../texts/en/pages.ts"
import { notOpened } from "../texts/en/signIn.ts"
import { useTexts } from "../texts/useTexts.ts"
import type { ShownProps } from "./PageProps.ts"

/** A sign-in with a provider failed at the service. */
export const HandlerErrorPage = ({ page }: ShownProps<"ErrorPage">): ReactNode => {
  const texts = useTexts("errorPage", errorPage)
  return (
    <Card name="error" title={texts.title}>
      <Alert text={texts.text(page)} />
      <StepButton name="start-over" step={page.startOver} text={texts.startOver} />
    </Card>
  )
}

/** A sign-in with a provider failed on the callback page. */
export const OAuthFailedPage = ({ page }: ShownProps<"OAuthFailed">): ReactNode => {
  const texts = useTexts("oauthFailed", oauthFailed)
  return (
    <Card name="oauth-failed" title={texts.title}>
      <ErrorAlert error={page.error} />
      <StepButton name="start-over" step={page.startOver} text={texts.startOver} />
    </Card>
  )
}

/** No sign-in with a provider is in progress. */
export const OAuthNotStartedPage = ({ page }: ShownProps<"OAuthNotStarted">): ReactNode => {
  const texts = useTexts("oauthNotStarted", oauthNotStarted)
  return (
    <Card name="oauth-not-started" title={texts.title} text={texts.text}>
      <StepButton name="start-over" step={page.startOver} text={texts.startOver} />
    </Card>
  )
}

/** The URL is not a page's URL. */
export const NotFoundPage = ({ page }: ShownProps<"NotFound">): ReactNode => {
  const texts = useTexts("notFound", notFound)
  return (
    <Card name="not-found" title={texts.title} text={texts.text}>
      <StepButton name="go-home" step={page.goHome} text={texts.goHome} />
    </Card>
  )
}

/** The page could not be opened. */
export const NotOpenedPage = ({ page }: ShownProps<"NotOpened">): ReactNode => {
  const texts = useTexts("notOpened", notOpened)
  const errorText = useErrorText()
  return (
    <Card name="not-opened" title={texts.title}>
      <Alert text={page.error === undefined ? texts.unexpected : errorText(page.error)} />
      <StepButton name="retry" step={page.retry} text={texts.retry} />
    </Card>
  )
}
