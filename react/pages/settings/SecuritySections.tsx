/**
 * The settings for passwords, passkeys and two-factor authentication.
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
import { TaskButton } from "../../kit/Button.tsx"
import { Field, fieldOfNewPassword, NewPasswordFields } from "../../kit/Field.tsx"
import { Form, type FormValues } from "../../kit/Form.tsx"
import { usePageContext } from "../../kit/PageContext.ts"
import { SettingsSection } from "../../kit/Section.tsx"
import { useTask } from "../../kit/useStep.ts"
import { WrongCurrentPassword } from "./SettingsError.ts"

export interface UserProps {
  readonly user: CurrentUser.User
}

/** Changes the password, or sets the first one. */
export const PasswordSection = ({ user }: UserProps): ReactNode => {
  const { texts: { settings } } = usePageContext()
  const change = useTask((typed: FormValues) =>
    Effect.flatMap(
      Password.checkNew({ password: typed.secret("password"), confirmation: typed.secret("confirmation") }),
      ({ password }) =>
        user.hasPassword
          ? Effect.catchTag(
            Password.update({ oldPassword: typed.secret("oldPassword"), newPassword: password }),
            "PasswordConfirmationMismatch",
            ({ message }) => Effect.fail(new WrongCurrentPassword({ message }))
          )
          : Password.set({ password })
    )
  )
  return (
    <SettingsSection name="password" title={settings.password}>
      <Form
        name="change-password"
        step={change}
        submit={user.hasPassword ? settings.changePassword : settings.setPassword}
        successText={settings.passwordChanged}
        fieldOf={(error) => error._tag === "WrongCurrentPassword" ? "oldPassword" : fieldOfNewPassword(error)}
      >
        {/* Lets password managers associate the password with the account. */}
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
    </SettingsSection>
  )
}

/** Adds or removes the passkey. A user has at most one. */
export const PasskeySection = ({ user }: UserProps): ReactNode => {
  const { texts: { settings } } = usePageContext()
  const add = useTask(() => Passkey.register)
  const remove = useTask(() => CurrentUser.update({ passkeyAuthEnabled: false }))
  return (
    <SettingsSection name="passkey" title={settings.passkey}>
      <p role="status">{user.passkeyAuthEnabled ? settings.hasPasskey : settings.hasNoPasskey}</p>
      {user.passkeyAuthEnabled
        ? <TaskButton name="remove-passkey" step={remove} text={settings.removePasskey} />
        : <TaskButton name="add-passkey" step={add} text={settings.addPasskey} />}
    </SettingsSection>
  )
}

/** Turns two-factor authentication on and off. */
export const TwoFactorSection = ({ user }: UserProps): ReactNode => {
  const { texts: { settings } } = usePageContext()
  const enrol = useTask(() => Totp.generate())
  const disable = useTask(() => Totp.disable)
  const enrolment = enrol.state._tag === "Success" ? enrol.state.value : undefined
  return (
    <SettingsSection name="two-factor" title={settings.twoFactor}>
      <p role="status">{user.requiresTotpMfa ? settings.twoFactorOn : settings.twoFactorOff}</p>
      {user.requiresTotpMfa
        ? <TaskButton name="turn-off" step={disable} text={settings.turnOffTwoFactor} />
        : enrolment === undefined
        ? <TaskButton name="turn-on" step={enrol} text={settings.turnOnTwoFactor} />
        : <EnrollmentForm enrolment={enrolment} leave={enrol.reset} />}
    </SettingsSection>
  )
}

const EnrollmentForm = (
  { enrolment, leave }: { readonly enrolment: Totp.Enrolment; readonly leave: () => void }
): ReactNode => {
  const id = useId()
  const { texts: { fields, settings } } = usePageContext()
  const enable = useTask((typed: FormValues) =>
    // Removes the secret from the page after success.
    Effect.tap(Totp.enable({ secret: enrolment.secret, code: typed.secret("code") }), () => Effect.sync(leave))
  )
  return (
    <div data-latchkey="enrolment">
      <p id={id}>{settings.scan}</p>
      <dl>
        <dt>{settings.totpUri}</dt>
        <dd data-latchkey="otpauth-uri">
          <code>{Redacted.value(enrolment.uri)}</code>
        </dd>
        <dt>{settings.totpSecret}</dt>
        <dd data-latchkey="totp-secret">
          <code>{Redacted.value(enrolment.secretBase32)}</code>
        </dd>
      </dl>
      <Form
        name="confirm-factor"
        step={enable}
        submit={settings.confirmTwoFactor}
        fieldOf={({ _tag }) => _tag === "InvalidTotpCode" ? "code" : undefined}
        secondaryAction={<button type="button" data-latchkey="cancel" onClick={leave}>{settings.cancel}</button>}
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
