import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type ReactNode, useId } from "react"
import * as Totp from "../../../src/auth/Totp.ts"
import { Button, TaskButton } from "../../kit/Button.tsx"
import { CodeField } from "../../kit/CodeField.tsx"
import { CopyField } from "../../kit/CopyField.tsx"
import { ConfirmButton } from "../../kit/Dialog.tsx"
import { Form, type FormValues } from "../../kit/Form.tsx"
import { Badge, State } from "../../kit/Section.tsx"
import { useTask } from "../../kit/useStep.ts"
import { actions } from "../../texts/en/common.ts"
import { twoFactor } from "../../texts/en/settings.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { Reverify } from "../Reverify.tsx"
import { withRecentSignIn } from "../withRecentSignIn.ts"
import { type QrCode, QrCodeImage, qrCodeOf } from "./QrCode.tsx"
import { UserSection } from "./UserSection.tsx"

/**
 * Turns the signed-in user's two-factor authentication on and off. Shows a QR code and the setup key. Before it is turned off, a
 * user who has not signed in for ten minutes signs in again. Renders nothing if no user is signed in.
 *
 * **Example** (A page of the app)
 *
 * ```tsx
 * import { TwoFactorSettings } from "latchkey/react"
 *
 * const Page = () => <main><TwoFactorSettings /></main>
 * ```
 */
export const TwoFactorSettings = (): ReactNode => {
  const texts = useTexts("twoFactor", twoFactor)
  return (
    <UserSection name="two-factor" title={texts.title}>
      {({ requiresTotpMfa }) => <TwoFactorForm isOn={requiresTotpMfa} />}
    </UserSection>
  )
}

interface Setup extends Totp.Enrolment {
  /** `undefined` if the code for it could not be loaded. The setup key is enough. */
  readonly qrCode: QrCode | undefined
}

const TwoFactorForm = ({ isOn }: { readonly isOn: boolean }): ReactNode => {
  const texts = useTexts("twoFactor", twoFactor)
  const start = useTask(() =>
    Effect.flatMap(
      Totp.generate(),
      (enrolment) => Effect.map(qrCodeOf(enrolment.uri), (qrCode): Setup => ({ ...enrolment, qrCode }))
    )
  )
  const disable = useTask(() => withRecentSignIn(Totp.disable))
  return (
    <>
      {!isOn && start.state._tag === "Success"
        ? <SetupForm setup={start.state.value} onClose={start.reset} />
        : (
          <State
            title={isOn ? <Badge tone="success">{texts.isOn}</Badge> : texts.isOff}
            text={isOn ? undefined : texts.off}
            actions={isOn
              ? (
                <ConfirmButton
                  name="turn-off"
                  variant="ghost"
                  label={texts.turnOff}
                  title={texts.turnOffTitle}
                  text={texts.turnOffText}
                  step={disable}
                />
              )
              : <TaskButton name="turn-on" variant="ghost" step={start} text={texts.turnOn} />}
          />
        )}
      <p role="status" data-latchkey="visually-hidden">{isOn && texts.on}</p>
      <Reverify />
    </>
  )
}

const SetupForm = ({ onClose, setup }: { readonly setup: Setup; readonly onClose: () => void }): ReactNode => {
  const id = useId()
  const texts = useTexts("twoFactor", twoFactor)
  const { cancel } = useTexts("actions", actions)
  const enable = useTask((values: FormValues) =>
    // Removes the secret from the page after success.
    Effect.tap(Totp.enable({ secret: setup.secret, code: values.secret("code") }), () => Effect.sync(onClose))
  )
  const key = Redacted.value(setup.secretBase32)
  return (
    <div data-latchkey="enrolment">
      <p id={id}>{texts.scan}</p>
      {setup.qrCode !== undefined && <QrCodeImage code={setup.qrCode} label={texts.qrCode} />}
      <CopyField name="totp-secret" label={texts.setupKey} value={key} shown={key.replace(/.{4}(?=.)/g, "$& ")} />
      <p data-latchkey="hint">{texts.setupKeyHint}</p>
      <Form
        name="confirm-factor"
        step={enable}
        submit={texts.confirm}
        fieldOf={({ _tag }) => _tag === "InvalidTotpCode" ? "code" : undefined}
        secondaryAction={<Button name="cancel" onClick={onClose}>{cancel}</Button>}
      >
        <CodeField autoFocus describedBy={id} />
      </Form>
    </div>
  )
}
