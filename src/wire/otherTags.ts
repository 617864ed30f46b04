/** The tags of known errors in no family of `errorCodes.ts`. `npm run generate` generates this module. */

/** The tags. */
export const otherTags: ReadonlyArray<string> = /*#__PURE__*/ (
  "AllOverloadsFailed AnonymousAccountsNotEnabled ApiKeyExpired ApiKeyNotFound ApiKeyRevoked " +
  "AppleBundleIdNotConfigured BodyParsingError BotChallengeFailed BotChallengeRequired CannotDeleteCurrentSession " +
  "CannotGetOwnUserWithoutUser CliAuthError CliAuthExpiredError CliAuthUsedError " +
  "ContactChannelAlreadyUsedForAuthBySomeoneElse ContainedPermissionNotFound EmailAlreadyVerified " +
  "EmailIsNotPrimaryEmail EmailNotAssociatedWithUser EmailNotVerified EmailPasswordMismatch EmailRenderingError " +
  "EmailTemplateAlreadyExists InvalidAppleCredentials InvalidAuthorizationCode InvalidPollingCodeError " +
  "InvalidScope InvalidSharedOAuthProviderId InvalidStandardOAuthProviderId InvalidTotpCode " +
  "MultiFactorAuthenticationRequired OAuthAccessTokenNotAvailable OAuthAccessTokenNotAvailableWithSharedOAuthKeys " +
  "OAuthConnectionAlreadyConnectedToAnotherUser OAuthConnectionDoesNotHaveRequiredScope " +
  "OAuthConnectionNotConnectedToUser OAuthExtraScopeNotAvailableWithSharedOAuthKeys OAuthProviderAccessDenied " +
  "OAuthProviderAccountIdAlreadyUsedForSignIn OAuthProviderNotFoundOrNotEnabled " +
  "OAuthProviderTemporarilyUnavailable OuterOAuthTimeout PasskeyAuthenticationFailed " +
  "PasskeyAuthenticationNotEnabled PasskeyRegistrationFailed PasskeyWebAuthnError " +
  "PasswordAuthenticationNotEnabled PasswordConfirmationMismatch PasswordTooLong PasswordTooShort " +
  "PermissionIdAlreadyExists PermissionNotFound PermissionScopeMismatch ProjectPermissionRequired " +
  "ProviderRejected PublicApiKeyCannotBeRevoked RedirectUrlNotWhitelisted RefreshTokenNotFoundOrExpired " +
  "RequestSchemaError RequiresCustomEmailServer SignUpNotEnabled SignUpRejected TeamAlreadyExists " +
  "TeamInvitationEmailMismatch TeamInvitationRestrictedUserNotAllowed TeamMembershipAlreadyExists " +
  "TeamMembershipNotFound TeamNotFound TeamPermissionNotFound TeamPermissionRequired " +
  "UserAlreadyConnectedToAnotherOAuthConnection UserAuthenticationRequired UserDoesNotHavePassword " +
  "UserIdDoesNotExist UserNotFound UserWithEmailAlreadyExists VerificationCodeAlreadyUsed VerificationCodeExpired " +
  "VerificationCodeMaxAttemptsReached VerificationCodeNotFound WrongApiKeyType"
).split(" ")
