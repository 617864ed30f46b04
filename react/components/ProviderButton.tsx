import type * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import * as OAuth from "../../src/auth/oauth/start.ts"
import { providerName } from "../../src/platform/providerName.ts"
import { Button } from "../kit/Button.tsx"
import { ErrorAlert } from "../kit/ErrorAlert.tsx"
import { useLanguage } from "../kit/useLanguage.ts"
import { useTask } from "../kit/useStep.ts"
import type { PageServices } from "../pages/ShownPage.ts"
import { providers } from "../texts/en/signIn.ts"
import { useTexts } from "../texts/useTexts.ts"
import { ProviderMark } from "./ProviderMark.tsx"

type ProviderButtonProps = {
  /** The provider, such as `github`. */
  readonly provider: string
  /** `connect` adds an account at the provider to the signed-in user. `sign-in` by default. */
  readonly action?: "sign-in" | "connect" | undefined
  /** Additional scopes for the provider. */
  readonly scopes?: ReadonlyArray<string> | undefined
  /**
   * The page of the app after a success, such as `/pricing`. For a sign-in, the default is the page that redirected to the
   * sign-in page, or `urls.afterSignIn`. For a connected account, it is the current page.
   */
  readonly returnTo?: string | undefined
  /** The label. "Continue with GitHub" or "Connect GitHub" by default. */
  readonly children?: ReactNode
}

/**
 * Starts a sign-in with a provider, or connects an account there. The browser then shows the provider's page.
 *
 * **Example** (Sign in with GitHub)
 *
 * ```tsx
 * import { ProviderButton } from "latchkey/react"
 *
 * export const WithGitHub = () => <ProviderButton provider="github" />
 * ```
 */
export const ProviderButton = (
  { action = "sign-in", children, provider, returnTo, scopes }: ProviderButtonProps
): ReactNode => {
  const texts = useTexts("providers", providers)
  const language = useLanguage()
  const isSignIn = action === "sign-in"
  const options = { provider, scopes, afterCallbackRedirectUrl: returnTo }
  const { error, isPending, run } = useTask((): Effect.Effect<void, OAuth.StartError | OAuth.LinkError, PageServices> =>
    isSignIn ? OAuth.signIn(options) : OAuth.link(options)
  )
  return (
    <div data-latchkey="root provider-button" {...language}>
      <Button name="provider" provider={provider} isBusy={isPending} onClick={run}>
        <ProviderMark provider={provider} />{" "}
        {children ?? texts[isSignIn ? "continue" : "connect"](providerName(provider))}
      </Button>
      <ErrorAlert error={error} />
    </div>
  )
}
