"use client"
/**
 * Latchkey for React 18.3 and 19: a provider, hooks, gates, and actions.
 *
 * **Example** (Showing the user)
 *
 * ```tsx
 * import { AuthProvider, SignedIn, SignIn, UserButton } from "latchkey/react"
 *
 * export const App = () => (
 *   <AuthProvider projectId="3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11">
 *     <SignedIn fallback={<SignIn />}><UserButton /></SignedIn>
 *   </AuthProvider>
 * )
 * ```
 */
export type { SignOutResult } from "../src/account/signOutAndRedirect.ts"
export { type ErrorHandler, type ProvidedServices, type Runtime, type Services, useRuntime } from "./Auth.ts"
export { AuthErrorBoundary } from "./AuthErrorBoundary.tsx"
export { AuthProvider, type AuthProviderProps } from "./AuthProvider.tsx"
export { AgentConsent, type AgentConsentProps } from "./components/AgentConsent.tsx"
export {
  CliConfirmation,
  EmailVerification,
  ErrorPage,
  MagicLinkCallback,
  OAuthCallback,
  PasswordReset,
  TeamInvitation
} from "./components/callbacks.tsx"
export { ProviderButton } from "./components/ProviderButton.tsx"
export { Reverify } from "./components/Reverify.tsx"
export { AccountSettings, type AccountSettingsSection } from "./components/settings/AccountSettings.tsx"
export { ApiKeysSettings } from "./components/settings/ApiKeysSettings.tsx"
export { ConnectedAccountsSettings } from "./components/settings/ConnectedAccountsSettings.tsx"
export { DeleteAccount } from "./components/settings/DeleteAccount.tsx"
export { EmailSettings } from "./components/settings/EmailSettings.tsx"
export { PasskeySettings } from "./components/settings/PasskeySettings.tsx"
export { PasswordSettings } from "./components/settings/PasswordSettings.tsx"
export { ProfileSettings } from "./components/settings/ProfileSettings.tsx"
export { SessionsSettings } from "./components/settings/SessionsSettings.tsx"
export { TwoFactorSettings } from "./components/settings/TwoFactorSettings.tsx"
export { ForgotPassword, MagicLinkSent, MfaForm, SignIn, SignUp } from "./components/SignIn.tsx"
export { SignInButton, SignUpButton } from "./components/SignInButton.tsx"
export { SignOutButton } from "./components/SignOutButton.tsx"
export { CreateTeam } from "./components/teams/CreateTeam.tsx"
export { TeamSettings } from "./components/teams/TeamSettings.tsx"
export { TeamSwitcher } from "./components/teams/TeamSwitcher.tsx"
export { UserAvatar } from "./components/UserAvatar.tsx"
export { UserButton, type UserButtonProps } from "./components/UserButton.tsx"
export { EffectAuthProvider } from "./EffectAuthProvider.tsx"
export { Protect, Restricted, SignedIn, SignedOut } from "./gates.tsx"
export { HandlerPage } from "./HandlerPage.tsx"
export {
  useConnectedAccount,
  useConnectedAccountState,
  useContactChannels,
  useContactChannelsState,
  useProject,
  useProjectState,
  useSession,
  useSessions,
  useSessionsState,
  useSignOut,
  useTeam,
  useTeamApiKeys,
  useTeamApiKeysState,
  useTeamInvitations,
  useTeamInvitationsState,
  useTeamMembers,
  useTeamMembersState,
  useTeams,
  useTeamsState,
  useTeamState,
  useUserApiKeys,
  useUserApiKeysState
} from "./hooks.ts"
export type { Appearance } from "./kit/Appearance.ts"
export type { PageProps, Pages } from "./pages/PageProps.ts"
export type { NotOpened, OpenError, PageOf, PageTag, ShownPage, StepError } from "./pages/ShownPage.ts"
export { messageOf } from "./reportError.ts"
export { reveal } from "./reveal.ts"
export type { AppLayer, AppRuntime } from "./sharedRuntime.ts"
export {
  TestAuthProvider,
  type TestAuthProviderProps,
  type TestResource,
  testResource,
  testState,
  testUser
} from "./TestAuthProvider.tsx"
export { defaultTexts, type TextOverrides, type Texts } from "./texts/texts.ts"
export { type Action, type ActionState, useAction } from "./useAction.ts"
export { useOnline, useRetryOnline } from "./useOnline.ts"
export {
  type PermissionError,
  usePermission,
  usePermissions,
  usePermissionsState,
  usePermissionState
} from "./usePermissions.ts"
export { useResource, useResourceState } from "./useResource.ts"
export { type Theme, useTheme } from "./useTheme.ts"
export { useUser, useUserState } from "./useUser.ts"
