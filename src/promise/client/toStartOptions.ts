/** Options for sign-ins at providers, as the OAuth functions take them. */
import type { StartOptions } from "../../auth/oauth/start.ts"
import type { OptionNames } from "../../session/optionNames.ts"
import type { OAuthOptions } from "./signIn.ts"

/** @internal */
export const toStartOptions = (
  provider: string,
  { callbackUrl, errorUrl, returnTo, scopes }: OAuthOptions = {}
): StartOptions => ({
  provider,
  scopes,
  redirectUri: callbackUrl,
  errorRedirectUrl: errorUrl,
  afterCallbackRedirectUrl: returnTo
})

/** @internal */
export const oauthNames: Omit<OptionNames<OAuthOptions>, "signal"> = {
  scopes: true,
  returnTo: true,
  callbackUrl: true,
  errorUrl: true
}
