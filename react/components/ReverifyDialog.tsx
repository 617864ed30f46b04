import * as Effect from "effect/Effect"
import { type ReactNode, useEffect, useId, useState } from "react"
import type { Reverified, Reverify, ReverifyCodeSent, ReverifySecondFactor } from "../../src/pages/HandlerPages.ts"
import { completeReverification, reverify } from "../../src/pages/Reverify.ts"
import { TaskButton } from "../kit/Button.tsx"
import { Skeleton } from "../kit/Card.tsx"
import { CodeField } from "../kit/CodeField.tsx"
import { Dialog } from "../kit/Dialog.tsx"
import { Field } from "../kit/Field.tsx"
import { Form, type FormValues } from "../kit/Form.tsx"
import { ResendButton } from "../kit/ResendButton.tsx"
import { resendSeconds } from "../kit/useCountdown.ts"
import { type Task, useTask } from "../kit/useStep.ts"
import { MethodIcon } from "../pages/MethodIcon.tsx"
import { type PageError, WrongCurrentPassword } from "../pages/PageError.ts"
import { ProviderList } from "../pages/ProviderList.tsx"
import { fields as fieldTexts } from "../texts/en/common.ts"
import { codeSent, mfa, reverify as reverifyTexts } from "../texts/en/pages.ts"
import { signIn } from "../texts/en/signIn.ts"
import { useTexts } from "../texts/useTexts.ts"

type Page = Reverified | ReverifySecondFactor | Reverify | ReverifyCodeSent

interface ReverifyDialogProps {
  readonly onReverified: () => void
  readonly onClose: () => void
}

/** Ends the sign-in with a provider that has returned to this page, or opens the question. */
const open = /*#__PURE__*/ Effect.flatMap(
  completeReverification,
  (page): Effect.Effect<Page, Effect.Error<typeof reverify>, Effect.Services<typeof reverify>> =>
    page === undefined ? reverify : Effect.succeed(page)
)

/** The dialog in which the current user signs in again. */
export const ReverifyDialog = ({ onClose, onReverified }: ReverifyDialogProps): ReactNode => {
  const texts = useTexts("reverify", reverifyTexts)
  const [page, setPage] = useState<Page>()
  const opening = useTask(() => Effect.map(open, show))
  // After an error of the provider, the other methods are left.
  const reopening = useTask(() => Effect.map(reverify, show))
  function show(page: Page): void {
    if (page._tag === "Reverified") onReverified()
    else setPage(page)
  }
  const { run } = opening
  useEffect(() => run(), [run])
  return (
    <Dialog name="reverify" title={texts.title} initialFocus="field" content={page?._tag} onClose={onClose}>
      {page === undefined
        ? opening.error === undefined
          ? <Skeleton />
          : (
            <TaskButton
              name="retry"
              step={{ ...reopening, error: reopening.error ?? opening.error }}
              text={texts.otherMethod}
            />
          )
        : <Content page={page} show={show} reopening={reopening} />}
    </Dialog>
  )
}

/** Shows the methods again. */
type Reopening = Task<[], void, Effect.Error<typeof reverify>>

interface ContentProps<P extends Page = Page> {
  readonly page: P
  readonly show: (page: Page) => void
  readonly reopening: Reopening
}

const Content = ({ page, ...props }: ContentProps): ReactNode => {
  switch (page._tag) {
    case "Reverify":
      return <Methods {...props} page={page} />
    case "ReverifyCodeSent":
      return <EmailCode {...props} page={page} />
    case "ReverifySecondFactor":
      return <SecondFactor {...props} page={page} />
    case "Reverified":
      return null
  }
}

const Methods = ({ page, show }: ContentProps<Reverify>): ReactNode => {
  const texts = useTexts("reverify", reverifyTexts)
  const fields = useTexts("fields", fieldTexts)
  const { passkey: passkeyText } = useTexts("signIn", signIn)
  const { emailCode, passkey, password, providers, user } = page
  const withPassword = useTask((typed: FormValues) =>
    password!({ password: typed.secret("password") }).pipe(
      // The user has typed no email.
      Effect.catchTag("EmailPasswordMismatch", ({ message }) => Effect.fail(new WrongCurrentPassword({ message }))),
      Effect.map(show)
    )
  )
  const withPasskey = useTask(() => Effect.map(passkey!, show))
  const withEmail = useTask(() => Effect.map(emailCode!, show))
  const hasOther = password !== undefined || emailCode !== undefined
  const name = user.primaryEmail ?? user.displayName ?? user.id
  return (
    <>
      <p data-latchkey="dialog-text">
        {hasOther || passkey !== undefined || providers.length > 0 ? texts.text(name) : texts.noMethod}
      </p>
      <ProviderList
        providers={providers}
        lastMethod={undefined}
        hasOther={hasOther}
        first={passkey && (
          <TaskButton
            name="passkey"
            variant="secondary"
            step={withPasskey}
            text={
              <>
                <MethodIcon method="passkey" /> {passkeyText}
              </>
            }
          />
        )}
      >
        {password && (
          <Form
            name="reverify"
            step={withPassword}
            submit={texts.submit}
            fieldOf={({ _tag }) => _tag === "WrongCurrentPassword" ? "password" : undefined}
          >
            <Field name="password" type="password" autoComplete="current-password" required label={fields.password} />
            {/* Password managers need it to find the password. The dialog focuses the first field. */}
            <input
              type="text"
              name="username"
              autoComplete="username"
              value={user.primaryEmail ?? ""}
              readOnly
              hidden
            />
          </Form>
        )}
        {emailCode && <TaskButton name="email-code" variant="ghost" step={withEmail} text={texts.emailCode} />}
      </ProviderList>
    </>
  )
}

const EmailCode = ({ page, reopening, show }: ContentProps<ReverifyCodeSent>): ReactNode => {
  const { codeSent: text } = useTexts("reverify", reverifyTexts)
  const { sendAgain } = useTexts("codeSent", codeSent)
  const enter = useTask((typed: FormValues) => Effect.map(page.signIn(typed.secret("code")), show))
  const resend = useTask(() => Effect.map(page.sendAgain, show))
  return (
    <CodeForm hasLetters text={text(page.email)} step={enter} reopening={reopening}>
      <ResendButton name="send-again" initial={resendSeconds} step={resend} text={sendAgain} />
    </CodeForm>
  )
}

const SecondFactor = ({ page, reopening, show }: ContentProps<ReverifySecondFactor>): ReactNode => {
  const { text } = useTexts("mfa", mfa)
  const complete = useTask((typed: FormValues) => Effect.map(page.complete(typed.secret("code")), show))
  return <CodeForm text={text} step={complete} reopening={reopening} />
}

interface CodeFormProps<E extends PageError> {
  readonly text: ReactNode
  readonly hasLetters?: boolean
  readonly step: Task<[FormValues], void, E>
  readonly reopening: Reopening
  readonly children?: ReactNode
}

const CodeForm = <E extends PageError>(
  { children, hasLetters = false, reopening, step, text }: CodeFormProps<E>
): ReactNode => {
  const id = useId()
  const texts = useTexts("reverify", reverifyTexts)
  return (
    <>
      <p id={id} data-latchkey="dialog-text">{text}</p>
      <Form name="code" step={step} submit={texts.submit} fieldOf={() => "code"}>
        <CodeField hasLetters={hasLetters} describedBy={id} />
      </Form>
      {children}
      <TaskButton name="other-method" variant="ghost" step={reopening} text={texts.otherMethod} />
    </>
  )
}
