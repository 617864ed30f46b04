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
import {
  ContactChannels as ServerContactChannels,
  type Server,
  TeamInvitations as ServerTeamInvitations,
  Users
} from "latchkey/server"

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

  it("are read and deleted by their user", () => {
    expectTypeOf(ContactChannels.list).toEqualTypeOf<
      Effect.Effect<ReadonlyArray<Channel>, KnownErrors.CannotGetOwnUserWithoutUser | ApiError, Client.Client>
    >()
    expectTypeOf(ContactChannels.get).toEqualTypeOf<(channelId: string) => Own<Channel>>()
    expectTypeOf(ContactChannels.remove).toEqualTypeOf<(channelId: string) => Own<void>>()
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

  it("are created and updated, unless another user signs in with the address", () => {
    type Used = KnownErrors.ContactChannelAlreadyUsedForAuthBySomeoneElse
    expectTypeOf(ContactChannels.create).toEqualTypeOf<
      (channel: ContactChannels.ContactChannelCreation) => Own<Channel, Used>
    >()
    expectTypeOf(ContactChannels.update).toEqualTypeOf<
      (channelId: string, changes: ContactChannels.ContactChannelUpdate) => Own<Channel, Used>
    >()
    expectTypeOf(ContactChannels.makePrimary).toEqualTypeOf<(channelId: string) => Own<Channel, Used>>()
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
    type WithCodeOnly = (options: WithCode) => Effect.Effect<void, CodeErrors, Client.Client>
    expectTypeOf(ContactChannels.verify).toEqualTypeOf<WithCodeOnly>()
    expectTypeOf(ContactChannels.checkCode).toEqualTypeOf<WithCodeOnly>()
    ContactChannels.verify({ code: "code" })
  })

  it("ContactChannels of any user are managed by a server", () => {
    type Own = KnownErrors.CannotGetOwnUserWithoutUser
    type Any<A, E = never> = Effect.Effect<A, Own | KnownErrors.RequestSchemaError | ApiError | E, Server.Server>
    type Used = KnownErrors.ContactChannelAlreadyUsedForAuthBySomeoneElse
    type Refused =
      | KnownErrors.UserIdDoesNotExist
      | KnownErrors.EmailAlreadyVerified
      | KnownErrors.RedirectUrlNotWhitelisted
    interface Named {
      readonly userId: string
      readonly id: string
    }
    expectTypeOf(ServerContactChannels.list).toEqualTypeOf<
      (filter?: { readonly userId?: string }) => Any<ReadonlyArray<Channel>>
    >()
    expectTypeOf(ServerContactChannels.get).toEqualTypeOf<(channel: Named) => Any<Channel>>()
    expectTypeOf(ServerContactChannels.create).toEqualTypeOf<
      (
        channel: ServerContactChannels.ServerContactChannelCreation & { readonly userId: string }
      ) => Any<Channel, Used>
    >()
    expectTypeOf(ServerContactChannels.update).toEqualTypeOf<
      (channel: Named, changes: ServerContactChannels.ServerContactChannelUpdate) => Any<Channel, Used>
    >()
    expectTypeOf(ServerContactChannels.remove).toEqualTypeOf<(channel: Named) => Any<void>>()
    expectTypeOf(ServerContactChannels.sendVerificationEmail).toEqualTypeOf<
      (channel: Named, options: WithCallback) => Any<void, Refused>
    >()
    expectTypeOf(Users.sendVerificationEmail).toEqualTypeOf<
      (userId: string, options: WithCallback) => Any<void, Users.NoPrimaryEmail | Refused>
    >()
    assertType<ServerContactChannels.ServerContactChannelUpdate>({ isVerified: true })
  })
})

describe("TeamInvitations", () => {
  type Permission = KnownErrors.TeamMembershipNotFound | KnownErrors.TeamPermissionRequired
  interface Named {
    readonly teamId: string
    readonly id: string
  }

  it("are managed by members", () => {
    type Own<A> = Effect.Effect<
      A,
      KnownErrors.CannotGetOwnUserWithoutUser | Permission | KnownErrors.RequestSchemaError | ApiError,
      Client.Client
    >
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
    expectTypeOf(TeamInvitations.list).toEqualTypeOf<
      (teamId: string) => Own<ReadonlyArray<TeamInvitations.TeamInvitation>>
    >()
    expectTypeOf(TeamInvitations.revoke).toEqualTypeOf<(invitation: Named) => Own<void>>()
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

  it("are listed and accepted by the invited user", () => {
    type Errors = KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError
    type Refused = KnownErrors.VerificationCodeNotFound | KnownErrors.TeamInvitationRestrictedUserNotAllowed
    expectTypeOf(TeamInvitations.listOwn).toEqualTypeOf<
      Effect.Effect<ReadonlyArray<TeamInvitations.TeamInvitation>, Errors, Client.Client>
    >()
    expectTypeOf(TeamInvitations.acceptById).toEqualTypeOf<
      (invitation: { readonly id: string }) => Effect.Effect<void, Errors | Refused, Client.Client>
    >()
    expectTypeOf(ServerTeamInvitations.listForUser).toEqualTypeOf<
      (userId: string) => Effect.Effect<ReadonlyArray<TeamInvitations.TeamInvitation>, Errors, Server.Server>
    >()
    expectTypeOf(ServerTeamInvitations.acceptById).toEqualTypeOf<
      (invitation: { readonly userId: string; readonly id: string }) => Effect.Effect<
        void,
        Errors | Refused | KnownErrors.UserNotFound,
        Server.Server
      >
    >()
  })

  it("TeamInvitations to any team are managed by a server", () => {
    type OfTeam<A> = Effect.Effect<
      A,
      KnownErrors.TeamNotFound | KnownErrors.RequestSchemaError | ApiError,
      Server.Server
    >
    expectTypeOf(ServerTeamInvitations.send).toEqualTypeOf<
      (invitation: ServerTeamInvitations.TeamInvitationCreation) => Effect.Effect<
        { readonly id: string },
        KnownErrors.RedirectUrlNotWhitelisted | KnownErrors.RequestSchemaError | ApiError,
        Server.Server
      >
    >()
    expectTypeOf(ServerTeamInvitations.list).toEqualTypeOf<
      (teamId: string) => OfTeam<ReadonlyArray<ServerTeamInvitations.TeamInvitation>>
    >()
    expectTypeOf(ServerTeamInvitations.revoke).toEqualTypeOf<(invitation: Named) => OfTeam<void>>()
  })
})
