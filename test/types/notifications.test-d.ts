import { describe, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { type ApiError, Cli, type Client, type KnownErrors, NotificationPreferences, type Tokens } from "latchkey"
import { NotificationPreferences as ServerNotificationPreferences, type Server, Users } from "latchkey/server"

type Own<A> = Effect.Effect<
  A,
  KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError,
  Client.Client
>
type OfUser<A> = Effect.Effect<
  A,
  KnownErrors.UserNotFound | KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError,
  Server.Server
>
type Preference = NotificationPreferences.NotificationPreference
interface Change {
  readonly notificationCategoryId: string
  readonly enabled: boolean
}

describe("NotificationPreferences", () => {
  it("are the current user's for a client, and any user's for a server", () => {
    expectTypeOf(NotificationPreferences.list).toEqualTypeOf<Own<ReadonlyArray<Preference>>>()
    expectTypeOf(NotificationPreferences.update).toEqualTypeOf<(preference: Change) => Own<Preference>>()
    expectTypeOf(ServerNotificationPreferences.list).toEqualTypeOf<
      (userId: string) => OfUser<ReadonlyArray<Preference>>
    >()
    expectTypeOf(ServerNotificationPreferences.update).toEqualTypeOf<
      (preference: {
        readonly userId: string
        readonly notificationCategoryId: string
        readonly enabled: boolean
      }) => OfUser<Preference>
    >()
    expectTypeOf<Preference>().toEqualTypeOf<{
      readonly notificationCategoryId: string
      readonly notificationCategoryName: string
      readonly enabled: boolean
      readonly canDisable: boolean
    }>()
  })
})

describe("Users", () => {
  it("are invited to sign in by a server", () => {
    expectTypeOf(Users.sendSignInInvitation).toEqualTypeOf<
      (invitation: { readonly email: string; readonly callbackUrl: string }) => Effect.Effect<
        void,
        KnownErrors.RedirectUrlNotWhitelisted | KnownErrors.RequestSchemaError | ApiError,
        Server.Server
      >
    >()
  })
})

describe("Cli", () => {
  it("passes on an anonymous session", () => {
    type OfAttempt<A> = (attempt: { readonly loginCode: string | Redacted.Redacted<string> }) => Effect.Effect<
      A,
      KnownErrors.RequestSchemaError | ApiError,
      Client.Client
    >
    expectTypeOf(Cli.hasAnonymousSession).toEqualTypeOf<OfAttempt<boolean>>()
    expectTypeOf(Cli.claimAnonymousSession).toEqualTypeOf<OfAttempt<Tokens.RefreshableTokens>>()
  })
})
