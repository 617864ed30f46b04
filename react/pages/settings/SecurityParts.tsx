/**
 * What the user signs in with.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type ReactNode, useId } from "react"
import * as CurrentUser from "../../../src/account/CurrentUser.ts"
import * as Passkey from "../../../src/auth/Passkey.ts"
import * as Password from "../../../src/auth/Password.ts"
import * as Totp from "../../../src/auth/Totp.ts"
import { usePageContext } from "../context.ts"
import { Do, Field, fieldOfNewPassword, Form, NewPasswordFields, type Typed } from "../Form.tsx"
import { useTask } from "../useStep.ts"
import { Part } from "./Part.tsx"
import { OldPasswordWrong } from "./SettingsError.ts"

export interface OfUser {
  readonly user: CurrentUser.User
}

/** The password: it is changed by whoever knows it, or set where there is none. */
export const PasswordPart = ({ user }: OfUser): ReactNode => {
  const { texts: { settings } } = usePageContext()
  const change = useTask((typed: Typed) =>
    Effect.flatMap(
      Password.checkNew({ password: typed.secret("password"), confirmation: typed.secret("confirmation") }),
      ({ password }) =>
        user.hasPassword
          ? Effect.catchTag(
            Password.update({ oldPassword: typed.secret("oldPassword"), newPassword: password }),
            "PasswordConfirmationMismatch",
            ({ message }) => Effect.fail(new OldPasswordWrong({ message }))
          )
          : Password.set({ password })
    )
  )
  return (
    <Part name="password" title={settings.password}>
      <Form
        name="change-password"
        step={change}
        submit={user.hasPassword ? settings.changePassword : settings.setPassword}
        done={settings.passwordChanged}
        fieldOf={(error) => error._tag === "OldPasswordWrong" ? "oldPassword" : fieldOfNewPassword(error)}
      >
        {/* Password managers want to know whose password it is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          defaultValue={user.primaryEmail ?? ""}
          hidden
          readOnly
        />
        {user.hasPassword && (
          <Field
            name="oldPassword"
            type="password"
            autoComplete="current-password"
            required
            label={settings.oldPassword}
          />
        )}
        <NewPasswordFields />
      </Form>
    </Part>
  )
}

/** The passkey, of which there is one. */
export const PasskeyPart = ({ user }: OfUser): ReactNode => {
  const { texts: { settings } } = usePageContext()
  const add = useTask(() => Passkey.register)
  const remove = useTask(() => CurrentUser.update({ passkeyAuthEnabled: false }))
  return (
    <Part name="passkey" title={settings.passkey}>
      <p role="status">{user.passkeyAuthEnabled ? settings.hasPasskey : settings.hasNoPasskey}</p>
      {user.passkeyAuthEnabled
        ? <Do name="remove-passkey" step={remove} text={settings.removePasskey} />
        : <Do name="add-passkey" step={add} text={settings.addPasskey} />}
    </Part>
  )
}

/** The second factor. */
export const SecondFactorPart = ({ user }: OfUser): ReactNode => {
  const { texts: { settings } } = usePageContext()
  const enrol = useTask(() => Totp.generate())
  const disable = useTask(() => Totp.disable)
  const enrolment = enrol.state._tag === "Success" ? enrol.state.value : undefined
  return (
    <Part name="second-factor" title={settings.secondFactor}>
      <p role="status">{user.requiresTotpMfa ? settings.hasFactor : settings.hasNoFactor}</p>
      {user.requiresTotpMfa
        ? <Do name="turn-off" step={disable} text={settings.turnOffFactor} />
        : enrolment === undefined
        ? <Do name="turn-on" step={enrol} text={settings.turnOnFactor} />
        : <Enrolment enrolment={enrolment} leave={enrol.reset} />}
    </Part>
  )
}

const Enrolment = (
  { enrolment, leave }: { readonly enrolment: Totp.Enrolment; readonly leave: () => void }
): ReactNode => {
  const id = useId()
  const { texts: { fields, settings } } = usePageContext()
  const enable = useTask((typed: Typed) =>
    // Forgotten as soon as it is of no use any more.
    Effect.tap(Totp.enable({ secret: enrolment.secret, code: typed.secret("code") }), () => Effect.sync(leave))
  )
  return (
    <div data-latchkey="enrolment">
      <p id={id}>{settings.scan}</p>
      <dl>
        <dt>{settings.factorUri}</dt>
        <dd data-latchkey="otpauth-uri">
          <code>{Redacted.value(enrolment.uri)}</code>
        </dd>
        <dt>{settings.factorSecret}</dt>
        <dd data-latchkey="totp-secret">
          <code>{Redacted.value(enrolment.secretBase32)}</code>
        </dd>
      </dl>
      <Form
        name="confirm-factor"
        step={enable}
        submit={settings.confirmFactor}
        fieldOf={({ _tag }) => _tag === "InvalidTotpCode" ? "code" : undefined}
        beside={<button type="button" data-latchkey="cancel" onClick={leave}>{settings.cancel}</button>}
      >
        <Field
          name="code"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          label={fields.code}
          describedBy={id}
        />
      </Form>
    </div>
  )
}
