/** Two-factor authentication with an authenticator app. */
import * as Redacted from "effect/Redacted"
import { Totp } from "latchkey"
import { useAction, useUser } from "latchkey/react"
import { type ReactElement, useEffect, useRef } from "react"
import { ActionButton, ConfirmButton } from "../../ui/ActionButton.tsx"
import { Form } from "../../ui/Form.tsx"
import { Badge, Card } from "../../ui/layout.tsx"
import { QrCode } from "../../ui/QrCode.tsx"
import { Secret } from "../../ui/Secret.tsx"

export const SecondFactor = (): ReactElement => (
  <Card
    title="Two-factor authentication"
    lead="A six-digit code from an authenticator app, required each time you sign in."
    lines={2}
  >
    <OnOrOff />
  </Card>
)

const OnOrOff = (): ReactElement => useUser({ or: "throw" }).requiresTotpMfa ? <TurnOff /> : <TurnOn />

const TurnOff = (): ReactElement => {
  const disable = useAction(() => Totp.disable)
  return (
    <div className="row">
      <Badge kind="good">On</Badge>
      <ConfirmButton
        action={disable}
        kind="danger"
        label="Turn off two-factor authentication"
        question="Turn off two-factor authentication?"
        consequence="You'll sign in without a code. Anyone with your password can do the same."
        confirm="Turn off"
        done="Two-factor authentication is off."
      >
        Turn off
      </ConfirmButton>
    </div>
  )
}

const TurnOn = (): ReactElement => {
  const generate = useAction(() => Totp.generate())
  if (generate.state._tag === "Success") return <Enrol enrolment={generate.state.value} onCancel={generate.reset} />
  return (
    <div className="row">
      <ActionButton action={generate} label="Turn on two-factor authentication">Turn on</ActionButton>
    </div>
  )
}

interface EnrolProps {
  readonly enrolment: Totp.Enrolment
  readonly onCancel: () => void
}

const Enrol = ({ enrolment: { secret, secretBase32, uri }, onCancel }: EnrolProps): ReactElement => {
  const enable = useAction(({ code }: { readonly code: string }) => Totp.enable({ secret, code: Redacted.make(code) }))
  const first = useRef<HTMLHeadingElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <ol className="steps">
      <li className="step">
        <h3 tabIndex={-1} ref={first}>1. Scan this code with your authenticator app</h3>
        <QrCode text={Redacted.value(uri)} label="QR code for the authenticator app. The setup key follows as text." />
        <p className="quiet">Or enter this setup key:</p>
        <Secret label="Setup key" value={Redacted.value(secretBase32)} />
      </li>
      <li className="step">
        <h3>2. Enter the code from the app</h3>
        <Form
          label="Confirm two-factor authentication"
          action={enable}
          fields={[{ name: "code", label: "Six-digit code", inputMode: "numeric", autoComplete: "one-time-code" }]}
          submit="Confirm"
          errorsAt={{ InvalidTotpCode: "code" }}
          isInline
          isPrimary
        />
        <button type="button" className="button" onClick={onCancel}>Cancel</button>
      </li>
    </ol>
  )
}
