/** The pages where a user decides about an agent's request. */
import { type ReactNode, useId } from "react"
import type { AgentScope } from "../../src/pages/AgentConsent.ts"
import { Avatar } from "../kit/Avatar.tsx"
import { Button, StepButton } from "../kit/Button.tsx"
import { Card, CardFooter } from "../kit/Card.tsx"
import { ErrorAlert } from "../kit/ErrorAlert.tsx"
import { Form, type FormValues } from "../kit/Form.tsx"
import { RowIcon } from "../kit/RowIcon.tsx"
import { Rows } from "../kit/Section.tsx"
import { Time } from "../kit/Time.tsx"
import { useStep } from "../kit/useStep.ts"
import { agentConsent, agentConsentGiven, agentConsentRefused } from "../texts/en/pages.ts"
import { isolate } from "../texts/isolate.ts"
import { useTexts } from "../texts/useTexts.ts"
import { displayNameOf } from "./displayNameOf.ts"
import type { ShownProps } from "./PageProps.ts"

/** The initials of an agent: it has no image that is proven to be its own. */
export const AgentPicture = ({ name }: { readonly name: string }): ReactNode => (
  <Avatar name={name} imageUrl={null} shape="square" size="large" />
)

interface FactsProps {
  /** The account's name. */
  readonly account: string
  readonly resource: string
  readonly expiresAt: Date | undefined
  /** A button for another account. */
  readonly action?: ReactNode
}

/** The account, the server and the end of the access. */
export const AgentFacts = ({ account, action, expiresAt, resource }: FactsProps): ReactNode => {
  const texts = useTexts("agentConsent", agentConsent)
  return (
    <div data-latchkey="reason list">
      <Fact name={texts.account}>
        <bdi>{account}</bdi> {action}
      </Fact>
      <Fact name={texts.resource}>
        <bdi dir="ltr">{shorten(resource)}</bdi>
      </Fact>
      {expiresAt !== undefined && (
        <Fact name={texts.expires}>
          <Time date={expiresAt} text={(date) => date} />
        </Fact>
      )}
    </div>
  )
}

const Fact = ({ children, name }: { readonly name: string; readonly children: ReactNode }): ReactNode => (
  <div>
    <p data-latchkey="hint">{name}</p>
    <p>{children}</p>
  </div>
)

/** Returns a URL without the parts that every URL has. */
const shorten = (resource: string): string => resource.replace(/^https:\/\//, "").replace(/\/$/, "")

interface ScopesProps {
  readonly label: string
  readonly scopes: ReadonlyArray<AgentScope>
  /** `false` for scopes that the user cannot choose. */
  readonly canChoose: boolean
}

/** The requested scopes, ticked at first, or as a list. */
export const AgentScopes = ({ canChoose, label, scopes }: ScopesProps): ReactNode => {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} data-latchkey="field scopes">
      <p id={id} data-latchkey="label">{label}</p>
      <div data-latchkey="list">
        {canChoose
          ? (
            <div data-latchkey="rows">
              {scopes.map((scope, index) => (
                <label key={scope.name} data-latchkey="row scope">
                  <input type="checkbox" name={fieldOf(index)} autoComplete="off" defaultChecked />
                  <ScopeText {...scope} />
                </label>
              ))}
              {/* The last row keeps its padding, which belongs to the target of a finger. */}
              <span hidden />
            </div>
          )
          : (
            <Rows>
              {scopes.map((scope) => (
                <li key={scope.name} data-latchkey="row scope">
                  <RowIcon shape="key" />
                  <ScopeText {...scope} />
                </li>
              ))}
            </Rows>
          )}
      </div>
    </div>
  )
}

const ScopeText = ({ description, name }: AgentScope): ReactNode => (
  <span data-latchkey="row-body">
    <span data-latchkey="row-title">
      <bdi>{description ?? name}</bdi>
    </span>
    {description !== undefined && (
      <>
        {" "}
        <span data-latchkey="row-text">
          <bdi dir="ltr">{name}</bdi>
        </span>
      </>
    )}
  </span>
)

const fieldOf = (index: number): string => `scope-${index}`

/** Shows an agent's request, which the user allows or denies. */
export const AgentConsentPage = ({ page }: ShownProps<"AgentConsent">): ReactNode => {
  const texts = useTexts("agentConsent", agentConsent)
  const { client: { host, isVerified, name }, isOnDevice, redirectHost, scopes } = page
  const grantedIn = (values: FormValues) =>
    scopes.filter((_, index) => values.text(fieldOf(index)) === "on").map(({ name }) => name)
  const approve = useStep((values: FormValues) => page.approve({ scopes: grantedIn(values) }))
  const deny = useStep(() => page.deny)
  return (
    <Card
      name="agent-consent"
      title={texts.title(isolate(name))}
      text={isVerified
        ? <span data-latchkey="status done">{host === null ? texts.vouched : texts.verified(isolate(host))}</span>
        : <Unverified />}
      picture={<AgentPicture name={name} />}
    >
      <AgentFacts
        account={displayNameOf(page.user)}
        resource={page.resource}
        expiresAt={page.keyExpiresAt}
        action={<StepButton name="switch-user" variant="link" step={page.switchUser} text={texts.switchUser} />}
      />
      <Form
        name="consent"
        step={approve}
        submit={texts.allow}
        validate={(values) =>
          scopes.length > 0 && grantedIn(values).length === 0 ? { field: undefined, text: texts.noScope } : undefined}
        secondaryAction={
          <>
            <Button name="deny" isBusy={deny.isPending} onClick={() => deny.run()}>{texts.deny}</Button>
            <ErrorAlert error={deny.error} />
          </>
        }
      >
        {scopes.length === 0
          ? <p>{texts.everything}</p>
          : <AgentScopes label={texts.scopes} scopes={scopes} canChoose />}
        {isOnDevice && <Warning text={texts.onDevice} />}
      </Form>
      <CardFooter>
        <p data-latchkey="hint">
          {!isOnDevice && redirectHost !== "" && `${texts.redirect(isolate(redirectHost))} `}
          {texts.revoke}
        </p>
      </CardFooter>
    </Card>
  )
}

/** Nothing proves the name. */
export const Unverified = (): ReactNode => {
  const { unverified } = useTexts("agentConsent", agentConsent)
  return <span data-latchkey="warning">{unverified}</span>
}

/** A warning in its place in the text, for screen readers too. */
export const Warning = ({ text }: { readonly text: string }): ReactNode => <p data-latchkey="warning">{text}</p>

/** The user has decided. The browser may have stayed here, because a program has opened. */
export const AgentConsentGivenPage = ({ page }: ShownProps<"AgentConsentGiven">): ReactNode => {
  const texts = useTexts("agentConsentGiven", agentConsentGiven)
  const { clientName, isApproved } = page
  return (
    <Card
      name="agent-consent-given"
      tone={isApproved ? "success" : "neutral"}
      title={texts.title(isApproved)}
      text={texts.text(isolate(clientName))}
    >
      <StepButton name="continue" step={page.proceed} text={texts.proceed} />
    </Card>
  )
}

/** The request cannot be decided. */
export const AgentConsentRefusedPage = ({ page }: ShownProps<"AgentConsentRefused">): ReactNode => {
  const texts = useTexts("agentConsentRefused", agentConsentRefused)
  const { goHome, reason } = page
  return (
    <Card name="agent-consent-refused" tone="neutral" title={texts.title(reason)} text={texts.text(reason)}>
      {/* No button for another site to put under the pointer. */}
      {reason !== "framed" && <StepButton name="go-home" variant="primary" step={goHome} text={texts.goHome} />}
    </Card>
  )
}
