/** The second factor: an authenticator app that is asked at each sign-in. */
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
    title="Second factor"
    lead="Six digits from an authenticator app, asked for after every other way in."
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
        label="Turn off the second factor"
        question="Turn the second factor off?"
        consequence="From then on the first factor alone lets you in, and whoever else has it."
        confirm="Turn it off"
        done="The second factor is off."
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
      <ActionButton action={generate} label="Turn on the second factor">Turn on</ActionButton>
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
        <h3 tabIndex={-1} ref={first}>1. Scan the code with the app</h3>
        <QrCode text={Redacted.value(uri)} label="QR code for the authenticator app; its secret follows as text" />
        <p className="quiet">Or type the secret into it:</p>
        <Secret label="Secret" value={Redacted.value(secretBase32)} />
      </li>
      <li className="step">
        <h3>2. Type what the app shows</h3>
        <Form
          label="Confirm the second factor"
          action={enable}
          fields={[{ name: "code", label: "Six digits", inputMode: "numeric", autoComplete: "one-time-code" }]}
          submit="Confirm"
          errorsAt={{ InvalidTotpCode: "code" }}
          isInline
          isPrimary
        />
        <button type="button" className="button" onClick={onCancel}>Not now</button>
      </li>
    </ol>
  )
}
