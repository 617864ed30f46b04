import { assertType, describe, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import {
  type ApiError,
  type Client,
  ContactChannels,
  CurrentUser,
  type KnownErrors,
  type Navigation,
  TeamInvitations
} from "latchkey"
import { type ContactChannels as ServerContactChannels, type Server, Users } from "latchkey/server"

declare const code: Redacted.Redacted<string>

interface WithCode {
  readonly code: string | Redacted.Redacted<string>
}

interface WithCallback {
  readonly callbackUrl: string
}

interface MaybeWithCallback {
  readonly callbackUrl?: string | undefined
}

type CodeErrors =
  | KnownErrors.VerificationCodeNotFound
  | KnownErrors.VerificationCodeExpired
  | KnownErrors.VerificationCodeAlreadyUsed
  | KnownErrors.VerificationCodeMaxAttemptsReached
  | KnownErrors.RequestSchemaError
  | ApiError

describe("ContactChannels", () => {
  type Channel = ContactChannels.ContactChannel
  type Own<A, E = never, R = never> = Effect.Effect<
    A,
    KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError | E,
    Client.Client | R
  >

  it("a channel has these fields", () => {
    expectTypeOf<Channel>().toEqualTypeOf<{
      readonly id: string
      readonly userId: string
      readonly type: "email"
      readonly value: string
      readonly isPrimary: boolean
      readonly isVerified: boolean
      readonly usedForAuth: boolean
    }>()
  })

  it("a client cannot set isVerified", () => {
    assertType<ContactChannels.ContactChannelCreation>({ value: "ada@example.com", usedForAuth: true })
    // @ts-expect-error only a server says that an address is verified
    assertType<ContactChannels.ContactChannelCreation>({ value: "a@b.de", usedForAuth: true, isVerified: true })
    // @ts-expect-error only a server says that an address is verified
    assertType<ContactChannels.ContactChannelUpdate>({ isVerified: true })
    // @ts-expect-error whether to sign in with an address has to be said
    assertType<ContactChannels.ContactChannelCreation>({ value: "ada@example.com" })
  })

  it("are verified by a code from an email", () => {
    type Refused = KnownErrors.EmailAlreadyVerified | KnownErrors.RedirectUrlNotWhitelisted
    type Mailed<E, R = never> = Own<void, E | Refused, R>
    expectTypeOf(ContactChannels.sendVerificationEmail).toEqualTypeOf<{
      (channelId: string, options: WithCallback): Mailed<never>
      (channelId: string, options?: MaybeWithCallback): Mailed<never, Navigation.Navigation>
    }>()
    expectTypeOf(ContactChannels.sendVerificationEmailToPrimary).toEqualTypeOf<{
      (options: { readonly email: string } & WithCallback): Mailed<KnownErrors.EmailIsNotPrimaryEmail>
      (
        options: { readonly email: string } & MaybeWithCallback
      ): Mailed<KnownErrors.EmailIsNotPrimaryEmail, Navigation.Navigation>
    }>()
    expectTypeOf(CurrentUser.sendVerificationEmail).toEqualTypeOf<{
      (options: WithCallback): Mailed<CurrentUser.NoPrimaryEmail>
      (options?: MaybeWithCallback): Mailed<CurrentUser.NoPrimaryEmail, Navigation.Navigation>
    }>()
    ContactChannels.verify({ code: "code" })
  })

  it("a server sends verification emails to any user, and sets isVerified", () => {
    type Own = KnownErrors.CannotGetOwnUserWithoutUser
    type Any<A, E = never> = Effect.Effect<A, Own | KnownErrors.RequestSchemaError | ApiError | E, Server.Server>
    type Refused =
      | KnownErrors.UserIdDoesNotExist
      | KnownErrors.EmailAlreadyVerified
      | KnownErrors.RedirectUrlNotWhitelisted
    expectTypeOf(Users.sendVerificationEmail).toEqualTypeOf<
      (userId: string, options: WithCallback) => Any<void, Users.NoPrimaryEmail | Refused>
    >()
    assertType<ServerContactChannels.ServerContactChannelUpdate>({ isVerified: true })
  })
})

describe("TeamInvitations", () => {
  type Permission = KnownErrors.TeamMembershipNotFound | KnownErrors.TeamPermissionRequired

  it("are managed by members", () => {
    type Sent<R = never> = Effect.Effect<
      { readonly id: string },
      | KnownErrors.UserAuthenticationRequired
      | Permission
      | KnownErrors.RedirectUrlNotWhitelisted
      | KnownErrors.RequestSchemaError
      | ApiError,
      Client.Client | R
    >
    type Invitation = Omit<TeamInvitations.TeamInvitationCreation, "callbackUrl">
    expectTypeOf(TeamInvitations.send).toEqualTypeOf<{
      (invitation: Invitation & WithCallback): Sent
      (invitation: Invitation & MaybeWithCallback): Sent<Navigation.Navigation>
    }>()
    expectTypeOf<TeamInvitations.TeamInvitation>().toEqualTypeOf<{
      readonly id: string
      readonly teamId: string
      readonly teamDisplayName?: string | undefined
      readonly recipientEmail: string
      readonly expiresAt: Date
    }>()
  })

  it("are accepted with the code", () => {
    type Signed<A> = (options: WithCode) => Effect.Effect<
      A,
      | CodeErrors
      | KnownErrors.UserAuthenticationRequired
      | KnownErrors.TeamInvitationRestrictedUserNotAllowed
      | KnownErrors.TeamInvitationEmailMismatch,
      Client.Client
    >
    expectTypeOf(TeamInvitations.checkCode).toEqualTypeOf<Signed<void>>()
    expectTypeOf(TeamInvitations.getDetails).toEqualTypeOf<
      Signed<{ readonly teamId: string; readonly teamDisplayName: string }>
    >()
    expectTypeOf(TeamInvitations.accept).toEqualTypeOf<Signed<void>>()
    TeamInvitations.accept({ code })
    TeamInvitations.accept({ code: "code" })
  })
})
