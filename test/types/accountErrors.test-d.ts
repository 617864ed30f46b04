import { describe, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import type {
  ApiKeys,
  ConnectedAccounts,
  ContactChannels,
  CurrentUser,
  NotificationPreferences,
  OAuthProviders,
  OwnedProjects,
  Permissions,
  Project,
  Session,
  Sessions,
  TeamInvitations,
  TeamMembers,
  Teams
} from "latchkey"

type ErrorOf<F> = F extends (...args: ReadonlyArray<any>) => Effect.Effect<any, infer E, any> ? E
  : F extends Effect.Effect<any, infer E, any> ? E
  : never

describe("the alias for the errors of a call", () => {
  it("is the error type of the call", () => {
    expectTypeOf<ContactChannels.ListError>().toEqualTypeOf<ErrorOf<typeof ContactChannels.list>>()
    expectTypeOf<ContactChannels.VerifyError>().toEqualTypeOf<ErrorOf<typeof ContactChannels.verify>>()
    expectTypeOf<CurrentUser.UpdateError>().toEqualTypeOf<ErrorOf<typeof CurrentUser.update>>()
    expectTypeOf<CurrentUser.RemoveError>().toEqualTypeOf<ErrorOf<typeof CurrentUser.remove>>()
    expectTypeOf<NotificationPreferences.ListError>().toEqualTypeOf<ErrorOf<typeof NotificationPreferences.list>>()
    expectTypeOf<OAuthProviders.GetError>().toEqualTypeOf<ErrorOf<typeof OAuthProviders.get>>()
    expectTypeOf<OwnedProjects.TransferError>().toEqualTypeOf<ErrorOf<typeof OwnedProjects.transfer>>()
    expectTypeOf<Permissions.HasInTeamError>().toEqualTypeOf<ErrorOf<typeof Permissions.hasInTeam>>()
    expectTypeOf<Project.GetError>().toEqualTypeOf<ErrorOf<typeof Project.get>>()
    expectTypeOf<Session.SignOutError>().toEqualTypeOf<ErrorOf<typeof Session.signOut>>()
    expectTypeOf<Sessions.RevokeError>().toEqualTypeOf<ErrorOf<typeof Sessions.revoke>>()
    expectTypeOf<TeamInvitations.SendError>().toEqualTypeOf<ErrorOf<typeof TeamInvitations.send>>()
    expectTypeOf<TeamInvitations.AcceptError>().toEqualTypeOf<ErrorOf<typeof TeamInvitations.accept>>()
    expectTypeOf<TeamMembers.GetOwnError>().toEqualTypeOf<ErrorOf<typeof TeamMembers.getOwn>>()
    expectTypeOf<Teams.CreateError>().toEqualTypeOf<ErrorOf<typeof Teams.create>>()
  })

  it("an error alias is the union over all overloads of its call", () => {
    expectTypeOf<ApiKeys.ListError>().toEqualTypeOf<Effect.Error<ReturnType<typeof ApiKeys.list>>>()
    expectTypeOf<ConnectedAccounts.GetError>().toEqualTypeOf<Effect.Error<ReturnType<typeof ConnectedAccounts.get>>>()
    expectTypeOf<CurrentUser.GetError>().toEqualTypeOf<Effect.Error<ReturnType<typeof CurrentUser.get>>>()
  })
})
