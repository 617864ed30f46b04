import { describe, expectTypeOf, it } from "@effect/vitest"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import {
  type ApiError,
  Cli,
  type Client,
  type InvalidOptions,
  type KnownErrors,
  type Tokens,
  type TokenStore
} from "latchkey"
import { type Browser, type BrowserNotOpened, CommandLine, FileTokenStore, type Output } from "latchkey/cli"

declare const secret: Redacted.Redacted<string>
declare const open: (url: Redacted.Redacted<string>) => Effect.Effect<void>

type LoginError =
  | KnownErrors.CliAuthError
  | KnownErrors.CliAuthExpiredError
  | KnownErrors.CliAuthUsedError
  | KnownErrors.InvalidPollingCodeError
  | KnownErrors.RequestSchemaError
  | InvalidOptions
  | ApiError

describe("Cli", () => {
  it("login returns a refresh token that cannot be printed, and declares each error", () => {
    expectTypeOf(Cli.login({ appUrl: "https://app.test", open })).toEqualTypeOf<
      Effect.Effect<Redacted.Redacted<string>, LoginError, Client.Client>
    >()
    expectTypeOf<Cli.LoginError>().toEqualTypeOf<LoginError>()
    // @ts-expect-error somebody has to be shown the address
    Cli.login({ appUrl: "https://app.test" })
    // @ts-expect-error nobody knows where the app is
    Cli.login({ open })
  })

  it("signIn returns the stored tokens", () => {
    expectTypeOf(Cli.signIn({ appUrl: "https://app.test", open })).toEqualTypeOf<
      Effect.Effect<Tokens.RefreshableTokens, LoginError, Client.Client>
    >()
  })

  it("login and signIn have the errors and the requirements of the effect that shows the URL", () => {
    class Browser extends Context.Service<Browser, { readonly tab: number }>()("test/Browser") {}
    const open = (_url: Redacted.Redacted<string>): Effect.Effect<number, "no browser", Browser> => {
      throw new Error("never called")
    }
    expectTypeOf(Cli.login({ appUrl: "https://app.test", open })).toEqualTypeOf<
      Effect.Effect<Redacted.Redacted<string>, LoginError | "no browser", Client.Client | Browser>
    >()
    expectTypeOf(Cli.signIn({ appUrl: "https://app.test", open })).toEqualTypeOf<
      Effect.Effect<Tokens.RefreshableTokens, LoginError | "no browser", Client.Client | Browser>
    >()
  })

  it("confirm requires a user, whom the page can name", () => {
    expectTypeOf(Cli.confirm).toEqualTypeOf<
      (confirmation: {
        readonly loginCode: string | Redacted.Redacted<string>
        readonly userId?: string | undefined
      }) => Effect.Effect<
        void,
        KnownErrors.UserAuthenticationRequired | KnownErrors.RequestSchemaError | ApiError,
        Client.Client
      >
    >()
    Cli.confirm({ loginCode: "login code" })
    // @ts-expect-error the refresh token is that of the session
    Cli.confirm({ loginCode: secret, refreshToken: secret })
  })

  it("parseLoginCode returns a secret or undefined", () => {
    expectTypeOf(Cli.parseLoginCode).toEqualTypeOf<(address: string) => Redacted.Redacted<string> | undefined>()
  })
})

describe("CommandLine", () => {
  it("signs in like Cli, without other requirements", () => {
    expectTypeOf(CommandLine.signIn).toEqualTypeOf<
      (options: CommandLine.SignInOptions) => Effect.Effect<Tokens.RefreshableTokens, LoginError, Client.Client>
    >()
    expectTypeOf(CommandLine.login).toEqualTypeOf<
      (options: CommandLine.SignInOptions) => Effect.Effect<Redacted.Redacted<string>, LoginError, Client.Client>
    >()
    CommandLine.signIn({ appUrl: "https://app.test", openBrowser: false, expiresIn: "10 minutes" })
    // @ts-expect-error what is done with the address is what a terminal does
    CommandLine.signIn({ appUrl: "https://app.test", open })
  })

  it("writes to and opens replaceable services", () => {
    expectTypeOf<Context.Service.Shape<typeof Output>>().toEqualTypeOf<{
      readonly isInteractive: Effect.Effect<boolean>
      readonly write: (text: string) => Effect.Effect<void>
    }>()
    expectTypeOf<Context.Service.Shape<typeof Browser>>().toEqualTypeOf<{
      readonly open: (url: Redacted.Redacted<string>) => Effect.Effect<void, BrowserNotOpened>
    }>()
  })
})

describe("FileTokenStore", () => {
  it("is a store without requirements, which can fail with an invalid name", () => {
    expectTypeOf(FileTokenStore.layer).toEqualTypeOf<
      (options: FileTokenStore.FileTokenStoreOptions) => Layer.Layer<TokenStore.TokenStore, InvalidOptions>
    >()
    // @ts-expect-error a session belongs to a project
    FileTokenStore.layer({ name: "acme" })
  })
})
