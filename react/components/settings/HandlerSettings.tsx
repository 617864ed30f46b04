/** The parts that only settings on `HandlerPage` have. */
import { type ReactNode, useEffect } from "react"
import { redirectTo } from "../../../src/navigation/Navigation.ts"
import { StepButton, TaskButton } from "../../kit/Button.tsx"
import { type PageContext, usePageContext } from "../../kit/PageContext.ts"
import { useStep } from "../../kit/useStep.ts"
import { common } from "../../texts/en/common.ts"
import { accountSettings } from "../../texts/en/settings.ts"
import { useTexts } from "../../texts/useTexts.ts"

const goHome = /*#__PURE__*/ redirectTo("home")

/** A button that opens the app's home page. Renders nothing within an app's page. */
export const BackToApp = (): ReactNode => {
  const texts = useTexts("accountSettings", accountSettings)
  const { reopen } = usePageContext()
  return reopen !== undefined && <StepButton name="back-to-app" variant="link" step={goHome} text={texts.goHome} />
}

/** Opens the URL's page again when the user is signed out or restricted. It redirects to the sign-in or to onboarding. */
export const ReopenPage = ({ reopen }: { readonly reopen: NonNullable<PageContext["reopen"]> }): ReactNode => {
  const texts = useTexts("common", common)
  const retry = useStep(() => reopen)
  const { error, run } = retry
  useEffect(() => run(), [run])
  return error !== undefined && <TaskButton name="retry" step={retry} text={texts.retry} />
}
