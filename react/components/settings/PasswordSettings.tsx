import * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import type { User } from "../../../src/account/CurrentUser.ts"
import * as Password from "../../../src/auth/Password.ts"
import { Field } from "../../kit/Field.tsx"
import type { FormValues } from "../../kit/Form.tsx"
import { fieldOfNewPassword, NewPasswordField } from "../../kit/NewPasswordField.tsx"
import { Spoken } from "../../kit/Spoken.tsx"
import { useTask } from "../../kit/useStep.ts"
import { WrongCurrentPassword } from "../../pages/PageError.ts"
import { actions } from "../../texts/en/common.ts"
import { password } from "../../texts/en/settings.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { FormDisclosure } from "../FormDisclosure.tsx"
import { ProjectSection } from "./UserSection.tsx"

/**
 * Changes the signed-in user's password, or sets the first one. Renders nothing if no user is signed in, or if the project does
 * not use passwords.
 *
 * **Example** (A page of the app)
 *
 * ```tsx
 * import { PasswordSettings } from "latchkey/react"
 *
 * const Page = () => <main><PasswordSettings /></main>
 * ```
 */
export const PasswordSettings = (): ReactNode => {
  const texts = useTexts("password", password)
  return (
    <ProjectSection name="password" title={texts.title} isEnabled={({ credentialEnabled }) => credentialEnabled}>
      {(user) => <PasswordForm user={user} />}
    </ProjectSection>
  )
}

const PasswordForm = ({ user }: { readonly user: User }): ReactNode => {
  const texts = useTexts("password", password)
  const change = useTask((values: FormValues) =>
    Effect.flatMap(
      Password.checkNew({ password: values.secret("password") }),
      ({ password }) =>
        user.hasPassword
          ? Effect.catchTag(
            Password.update({ oldPassword: values.secret("oldPassword"), newPassword: password }),
            "PasswordConfirmationMismatch",
            ({ message }) => Effect.fail(new WrongCurrentPassword({ message }))
          )
          : Password.set({ password })
    )
  )
  const { change: changeText, notSet } = useTexts("actions", actions)
  return (
    <FormDisclosure
      name="change-password"
      state={user.hasPassword ? <Spoken text={texts.isSet}>••••••••</Spoken> : notSet}
      label={user.hasPassword ? texts.change : texts.set}
      {...user.hasPassword && { shortLabel: changeText }}
      step={change}
      successText={texts.changed}
      fieldOf={(error) => error._tag === "WrongCurrentPassword" ? "oldPassword" : fieldOfNewPassword(error)}
    >
      {/* Password managers associate the password with this account. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        defaultValue={user.primaryEmail ?? ""}
        hidden
        readOnly
      />
      {user.hasPassword && (
        <Field name="oldPassword" type="password" autoComplete="current-password" required label={texts.current} />
      )}
      <NewPasswordField />
    </FormDisclosure>
  )
}
