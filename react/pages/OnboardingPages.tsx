import * as Effect from "effect/Effect"
import { type ReactNode, useEffect, useId, useRef } from "react"
import type { Onboarding } from "../../src/pages/Onboarding.ts"
import { useAuth } from "../Auth.ts"
import { TaskButton } from "../kit/Button.tsx"
import { Card, CardFooter, CardLink } from "../kit/Card.tsx"
import { EmailField } from "../kit/Field.tsx"
import { Form, type FormValues } from "../kit/Form.tsx"
import { usePageContext } from "../kit/PageContext.ts"
import { ResendButton } from "../kit/ResendButton.tsx"
import { useStep } from "../kit/useStep.ts"
import { accountRestricted, emailNotVerified } from "../texts/en/pages.ts"
import { useTexts } from "../texts/useTexts.ts"
import { displayNameOf } from "./displayNameOf.ts"
import type { ShownProps } from "./PageProps.ts"
import type { ShownPage } from "./ShownPage.ts"

/** Waits until the user has verified the email address. */
export const EmailNotVerifiedPage = ({ page }: ShownProps<"EmailNotVerified">): ReactNode => {
  const id = useId()
  const texts = useTexts("emailNotVerified", emailNotVerified)
  const { email } = page
  const check = useStep(() => Effect.map(page.check, (next) => isSame(page, next) ? undefined : next))
  const resend = useStep(() => page.resend)
  const change = useStep((typed: FormValues) => page.changeEmail(typed.text("email")))
  const leave = useStep(() => page.signOut)
  const steps = [check, resend, change, leave]
  const root = useCheckOnFocus(page, steps.every(({ isPending }) => !isPending))
  const status = check.isPending || resend.isPending
    ? undefined
    : resend.state._tag === "Success"
    ? texts.resent
    : check.state._tag === "Success"
    ? texts.notYet
    : undefined
  const form = (
    <Form
      name="change"
      step={change}
      submit={texts.changeSubmit}
      submitVariant={email === null ? "primary" : "secondary"}
      fieldOf={({ _tag }) =>
        _tag === "UserWithEmailAlreadyExists" || _tag === "RequestSchemaError" ? "email" : undefined}
    >
      <EmailField autoComplete="email" describedBy={id} />
    </Form>
  )
  return (
    <Card
      name="email-not-verified"
      title={texts.title}
      text={email === null ? texts.noEmail : texts.text(email)}
      textId={id}
    >
      <p ref={root} role="status" data-latchkey={`status ${status === texts.notYet ? "not-yet" : "done"}`}>{status}</p>
      {email === null ? form : (
        <>
          <TaskButton
            name="submit"
            variant="primary"
            step={{ ...check, run: () => (resend.reset(), check.run()) }}
            text={texts.check}
          />
          <ResendButton
            name="resend"
            initial={0}
            step={{ ...resend, run: () => (check.reset(), resend.run()) }}
            text={texts.resend}
          />
          <details data-latchkey="change-email">
            <summary>{texts.change}</summary>
            {form}
          </details>
        </>
      )}
      <CardFooter>
        <TaskButton name="sign-out" variant="link" step={leave} text={texts.signOut} />
      </CardFooter>
    </Card>
  )
}

/** Shows the reason why an administrator or a rule has restricted the user. */
export const AccountRestrictedPage = ({ page }: ShownProps<"AccountRestricted">): ReactNode => {
  const texts = useTexts("accountRestricted", accountRestricted)
  const root = useCheckOnFocus(page, true)
  return (
    <Card name="account-restricted" tone="neutral" title={texts.title}>
      <p ref={root} data-latchkey="card-text">{texts.text(displayNameOf(page.user))}</p>
      {page.text !== null && page.text !== "" && <blockquote dir="auto" data-latchkey="reason">{page.text}</blockquote>}
      <CardLink name="sign-out" step={page.signOut} text={texts.signOut} />
    </Card>
  )
}

/**
 * Checks the user again when the page gets the focus, for example after a verification in another tab. Shows the next page
 * only if the user has changed, so that form values are not lost. Returns the ref for an element on the page.
 */
const useCheckOnFocus = (page: Onboarding, isFree: boolean) => {
  const { runtime } = useAuth()
  const { provide, show } = usePageContext()
  const element = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const { ownerDocument: document } = element.current!
    const window = document.defaultView!
    let stop: (() => void) | undefined
    const check = (): void => {
      if (document.visibilityState !== "visible" || stop !== undefined || !isFree) return
      const fiber = runtime.runFork(
        provide(Effect.flatMap(page.check, (next) => isSame(page, next) ? Effect.void : show(next))).pipe(
          // Only the button shows errors, because the user has not started this check.
          Effect.catch(() => Effect.void)
        )
      )
      stop = () => fiber.interruptUnsafe()
      fiber.addObserver(() => stop = undefined)
    }
    document.addEventListener("visibilitychange", check)
    window.addEventListener("focus", check)
    return () => {
      document.removeEventListener("visibilitychange", check)
      window.removeEventListener("focus", check)
      stop?.()
    }
  }, [isFree, page, provide, runtime, show])
  return element
}

/** Returns `true` if a check has led to the current page. */
const isSame = (page: Onboarding, next: ShownPage): boolean =>
  next._tag === page._tag && next.user.id === page.user.id && next.user.primaryEmail === page.user.primaryEmail &&
  next.user.restrictedByAdminReason === page.user.restrictedByAdminReason
