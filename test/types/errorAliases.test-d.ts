import { describe, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import type { Anonymous, Cli, EmailCode, MagicLink, Mfa, OAuth, Passkey, Password, Totp } from "latchkey"

/** The errors of a call, or of an effect. */
type ErrorOf<Call> = Call extends Effect.Effect<any, infer E, any> ? E
  : Call extends (...args: any) => Effect.Effect<any, infer E, any> ? E
  : never

describe("the error aliases of the auth modules", () => {
  it("each alias is the union of its call", () => {
    expectTypeOf<Anonymous.SignUpError>().toEqualTypeOf<ErrorOf<typeof Anonymous.signUp>>()
    expectTypeOf<Cli.ConfirmError>().toEqualTypeOf<ErrorOf<typeof Cli.confirm>>()
    expectTypeOf<Cli.StartError>().toEqualTypeOf<ErrorOf<typeof Cli.start>>()
    expectTypeOf<Cli.PollError>().toEqualTypeOf<ErrorOf<typeof Cli.poll>>()
    expectTypeOf<Cli.CompleteError>().toEqualTypeOf<ErrorOf<typeof Cli.complete>>()
    expectTypeOf<Cli.HasAnonymousSessionError>().toEqualTypeOf<ErrorOf<typeof Cli.hasAnonymousSession>>()
    expectTypeOf<Cli.ClaimAnonymousSessionError>().toEqualTypeOf<ErrorOf<typeof Cli.claimAnonymousSession>>()
    expectTypeOf<EmailCode.SendError>().toEqualTypeOf<ErrorOf<typeof EmailCode.send>>()
    expectTypeOf<EmailCode.SignInError>().toEqualTypeOf<ErrorOf<EmailCode.SentCode["signIn"]>>()
    expectTypeOf<MagicLink.SendError>().toEqualTypeOf<ErrorOf<typeof MagicLink.send>>()
    expectTypeOf<MagicLink.SignInError>().toEqualTypeOf<ErrorOf<typeof MagicLink.signIn>>()
    expectTypeOf<MagicLink.CheckCodeError>().toEqualTypeOf<ErrorOf<typeof MagicLink.checkCode>>()
    expectTypeOf<Mfa.SignInError>().toEqualTypeOf<ErrorOf<typeof Mfa.signIn>>()
    expectTypeOf<OAuth.StartError>().toEqualTypeOf<ErrorOf<typeof OAuth.signIn>>()
    expectTypeOf<OAuth.LinkError>().toEqualTypeOf<ErrorOf<typeof OAuth.link>>()
    expectTypeOf<OAuth.ExchangeError>().toEqualTypeOf<ErrorOf<typeof OAuth.exchange>>()
    expectTypeOf<OAuth.CallbackError>().toEqualTypeOf<ErrorOf<typeof OAuth.callback>>()
    expectTypeOf<OAuth.CallbackAndRedirectError>().toEqualTypeOf<ErrorOf<typeof OAuth.callbackAndRedirect>>()
    expectTypeOf<OAuth.SignInWithAppleError>().toEqualTypeOf<ErrorOf<typeof OAuth.signInWithApple>>()
    expectTypeOf<Passkey.RegisterError>().toEqualTypeOf<ErrorOf<typeof Passkey.register>>()
    expectTypeOf<Passkey.SignInError>().toEqualTypeOf<ErrorOf<typeof Passkey.signIn>>()
    expectTypeOf<Password.SignInError>().toEqualTypeOf<ErrorOf<typeof Password.signIn>>()
    expectTypeOf<Password.SignUpError>().toEqualTypeOf<ErrorOf<typeof Password.signUp>>()
    expectTypeOf<Password.UpdateError>().toEqualTypeOf<ErrorOf<typeof Password.update>>()
    expectTypeOf<Password.SetError>().toEqualTypeOf<ErrorOf<typeof Password.set>>()
    expectTypeOf<Password.SendResetCodeError>().toEqualTypeOf<ErrorOf<typeof Password.sendResetCode>>()
    expectTypeOf<Password.CheckResetCodeError>().toEqualTypeOf<ErrorOf<typeof Password.checkResetCode>>()
    expectTypeOf<Password.ResetError>().toEqualTypeOf<ErrorOf<typeof Password.reset>>()
    expectTypeOf<Totp.GenerateError>().toEqualTypeOf<ErrorOf<typeof Totp.generate>>()
    expectTypeOf<Totp.EnableError>().toEqualTypeOf<ErrorOf<typeof Totp.enable>>()
    expectTypeOf<Totp.DisableError>().toEqualTypeOf<ErrorOf<typeof Totp.disable>>()
  })
})
