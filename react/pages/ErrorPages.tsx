import type { ReactNode } from "react"
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
  readonly text: string
  readonly isCanceled: boolean
  readonly page: PageOf<"ErrorPage" | "OAuthFailed">
}

/** A sign-in with a provider has failed. The user may have canceled it, which is no failure. */
const OAuthErrorPage = ({ isCanceled, name, page, text }: OAuthErrorProps): ReactNode => {
  const { canceled, startOver, title } = useTexts("oauthFailed", oauthFailed)
  const { retry } = useTexts("common", common)
  const button = (
    <StepButton name="start-over" variant="primary" step={page.startOver} text={isCanceled ? retry : startOver} />
  )
  return isCanceled
    ? <Card name={name} tone="neutral" title={canceled} text={text}>{button}</Card>
    : <FailureCard name={name} title={title} text={text}>{button}</FailureCard>
}

interface FailureCardProps {
  readonly name: string
  readonly title: string
  /** The reason. Empty while the messages load. */
  readonly text: string
  readonly children: ReactNode
}

/** A page that says what has failed. */
const FailureCard = ({ text, ...props }: FailureCardProps): ReactNode => (
  <Card {...props} tone="danger" text={<span role="alert">{text}</span>} />
)

/** A sign-in with a provider failed at the service. */
export const HandlerErrorPage = ({ page }: ShownProps<"ErrorPage">): ReactNode => {
  const { text } = useTexts("errorPage", errorPage)
  return (
    <OAuthErrorPage
      name="error"
      text={text(page)}
      isCanceled={page.code === "OAUTH_PROVIDER_ACCESS_DENIED"}
      page={page}
    />
  )
}

/** A sign-in with a provider failed on the callback page. */
export const OAuthFailedPage = ({ page }: ShownProps<"OAuthFailed">): ReactNode => {
  const { text } = useTexts("errorPage", errorPage)
  const errorText = useErrorText()
  const { error } = page
  const isCanceled = error._tag === "OAuthProviderAccessDenied"
  return (
    <OAuthErrorPage
      name="oauth-failed"
      text={
        // These texts do not load, and the message for the second error repeats the title.
        isCanceled
          ? text({ code: "OAUTH_PROVIDER_ACCESS_DENIED" })
          : error._tag === "OAuthCallbackError"
          ? text({ code: undefined })
          : errorText(error)
      }
      isCanceled={isCanceled}
      page={page}
    />
  )
}

/** No sign-in with a provider is in progress. */
export const OAuthNotStartedPage = ({ page }: ShownProps<"OAuthNotStarted">): ReactNode => {
  const texts = useTexts("oauthNotStarted", oauthNotStarted)
  return (
    <Card name="oauth-not-started" tone="neutral" title={texts.title} text={texts.text}>
      <StepButton name="start-over" variant="primary" step={page.startOver} text={texts.startOver} />
    </Card>
  )
}

/** The URL is not a page's URL. */
export const NotFoundPage = ({ page }: ShownProps<"NotFound">): ReactNode => {
  const texts = useTexts("notFound", notFound)
  return (
    <Card name="not-found" tone="neutral" title={texts.title} text={texts.text}>
      <StepButton name="go-home" variant="primary" step={page.goHome} text={texts.goHome} />
    </Card>
  )
}

/** The page could not be opened. */
export const NotOpenedPage = ({ page }: ShownProps<"NotOpened">): ReactNode => {
  const { title } = useTexts("notOpened", notOpened)
  const { retry, unexpected } = useTexts("common", common)
  const errorText = useErrorText()
  return (
    <FailureCard name="not-opened" title={title} text={page.error === undefined ? unexpected : errorText(page.error)}>
      <StepButton name="retry" variant="primary" step={page.retry} text={retry} />
    </FailureCard>
  )
}
