/** The order in which the site lists the components. */

export interface ComponentGroup {
  readonly title: string
  readonly components: ReadonlyArray<string>
}

export const componentGroups: ReadonlyArray<ComponentGroup> = [
  {
    title: "Sign-in",
    components: [
      "SignIn",
      "SignUp",
      "ForgotPassword",
      "MfaForm",
      "MagicLinkSent",
      "ProviderButton",
      "SignInButton",
      "SignUpButton",
      "SignOutButton"
    ]
  },
  { title: "Header", components: ["UserButton", "UserAvatar", "TeamSwitcher"] },
  {
    title: "Account",
    components: [
      "AccountSettings",
      "ProfileSettings",
      "EmailSettings",
      "PasswordSettings",
      "PasskeySettings",
      "TwoFactorSettings",
      "ConnectedAccountsSettings",
      "SessionsSettings",
      "ApiKeysSettings",
      "DeleteAccount",
      "Reverify"
    ]
  },
  { title: "Teams", components: ["TeamSettings", "CreateTeam"] },
  {
    title: "Links and redirects",
    components: [
      "HandlerPage",
      "MagicLinkCallback",
      "PasswordReset",
      "EmailVerification",
      "TeamInvitation",
      "OAuthCallback",
      "CliConfirmation",
      "AgentConsent",
      "ErrorPage"
    ]
  },
  { title: "Gates", components: ["SignedIn", "SignedOut", "Restricted", "Protect"] },
  {
    title: "Providers and tools",
    components: ["AuthProvider", "EffectAuthProvider", "AuthErrorBoundary", "TestAuthProvider", "DevTools"]
  }
]

/** Returns the name of a component's page, such as `sign-in`. */
export const pageNameOf = (component: string): string =>
  component.replace("OAuth", "Oauth").replaceAll(/(?<=[a-z0-9])[A-Z]|(?<=[A-Z])[A-Z](?=[a-z])/g, "-$&").toLowerCase()
