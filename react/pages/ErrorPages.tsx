import type { ReactNode } from "react"
import { Alert } from "../kit/Alert.tsx"
import { StepButton } from "../kit/Button.tsx"
import { Card } from "../kit/Card.tsx"
import { useErrorText } from "../kit/errorText.ts"
import { common, notOpened } from "../texts/en/common.ts"
import { errorPage, notFound, oauthFailed, oauthNotStarted } from "../texts/en/pages.ts"
import { useTexts } from "../texts/useTexts.ts"
import type { ShownProps } from "./PageProps.ts"
import type { PageOf } from "./ShownPage.ts"

interface OAuthErrorProps {
  readonly name: string
  readonly title: string
  readonly text: string
  readonly isCanceled: boolean
  readonly page: PageOf<"ErrorPage" | "OAuthFailed">
  readonly startOver: string
}

/** A sign-in with a provider has failed. The user may have canceled it, which is no failure. */
const OAuthErrorPage = ({ isCanceled, name, page, startOver, text, title }: OAuthErrorProps): ReactNode => {
  const { canceled } = useTexts("oauthFailed", oauthFailed)
  const { retry } = useTexts("common", common)
  return (
    <Card name={name} title={isCanceled ? canceled : title} text={isCanceled ? text : undefined}>
      {!isCanceled && <Alert text={text} />}
      <StepButton name="start-over" variant="primary" step={page.startOver} text={isCanceled ? retry : startOver} />
    </Card>
  )
}

/** A sign-in with a provider failed at the service. */
export const HandlerErrorPage = ({ page }: ShownProps<"ErrorPage">): ReactNode => {
  const { startOver, text, title } = useTexts("errorPage", errorPage)
  const failed = useTexts("oauthFailed", oauthFailed)
  return (
    <OAuthErrorPage
      name="error"
      title={page.code === undefined ? title : failed.title}
      text={text(page)}
      isCanceled={page.code === "OAUTH_PROVIDER_ACCESS_DENIED"}
      page={page}
      startOver={startOver}
    />
  )
}

/** A sign-in with a provider failed on the callback page. */
export const OAuthFailedPage = ({ page }: ShownProps<"OAuthFailed">): ReactNode => {
  const { startOver, title } = useTexts("oauthFailed", oauthFailed)
  const { text } = useTexts("errorPage", errorPage)
  const errorText = useErrorText()
  const isCanceled = page.error._tag === "OAuthProviderAccessDenied"
  return (
    <OAuthErrorPage
      name="oauth-failed"
      title={title}
      // The first text does not load.
      text={isCanceled ? text({ code: "OAUTH_PROVIDER_ACCESS_DENIED" }) : errorText(page.error)}
      isCanceled={isCanceled}
      page={page}
      startOver={startOver}
    />
  )
}

/** No sign-in with a provider is in progress. */
export const OAuthNotStartedPage = ({ page }: ShownProps<"OAuthNotStarted">): ReactNode => {
  const texts = useTexts("oauthNotStarted", oauthNotStarted)
  return (
    <Card name="oauth-not-started" title={texts.title} text={texts.text}>
      <StepButton name="start-over" variant="primary" step={page.startOver} text={texts.startOver} />
    </Card>
  )
}

/** The URL is not a page's URL. */
export const NotFoundPage = ({ page }: ShownProps<"NotFound">): ReactNode => {
  const texts = useTexts("notFound", notFound)
  return (
    <Card name="not-found" title={texts.title} text={texts.text}>
      <StepButton name="go-home" variant="primary" step={page.goHome} text={texts.goHome} />
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
      <StepButton name="retry" variant="primary" step={page.retry} text={texts.retry} />
    </Card>
  )
}
