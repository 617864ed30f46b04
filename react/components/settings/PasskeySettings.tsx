import type { ReactNode } from "react"
import * as CurrentUser from "../../../src/account/CurrentUser.ts"
import * as Passkey from "../../../src/auth/Passkey.ts"
import { Status } from "../../kit/Alert.tsx"
import { TaskButton } from "../../kit/Button.tsx"
import { ConfirmButton } from "../../kit/Dialog.tsx"
import { useTask } from "../../kit/useStep.ts"
import { passkey } from "../../texts/en/settings.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { ProjectSection } from "./UserSection.tsx"

/**
 * Adds or removes the signed-in user's passkey. A user has at most one. Renders nothing if no user is signed in, or if the project
 * does not use passkeys.
 *
 * **Example** (A page of the app)
 *
 * ```tsx
 * import { PasskeySettings } from "latchkey/react"
 *
 * const Page = () => <main><PasskeySettings /></main>
 * ```
 */
export const PasskeySettings = (): ReactNode => {
  const texts = useTexts("passkey", passkey)
  return (
    <ProjectSection name="passkey" title={texts.title} isEnabled={({ passkeyEnabled }) => passkeyEnabled}>
      {({ passkeyAuthEnabled }) => <PasskeyForm hasPasskey={passkeyAuthEnabled} />}
    </ProjectSection>
  )
}

const PasskeyForm = ({ hasPasskey }: { readonly hasPasskey: boolean }): ReactNode => {
  const texts = useTexts("passkey", passkey)
  const add = useTask(() => Passkey.register())
  const remove = useTask(() => CurrentUser.update({ passkeyAuthEnabled: false }))
  return (
    <>
      <Status name="passkey-state">{hasPasskey ? texts.on : texts.off}</Status>
      {hasPasskey
        ? (
          <ConfirmButton
            name="remove-passkey"
            label={texts.remove}
            title={texts.removeTitle}
            text={texts.removeText}
            step={remove}
          />
        )
        : <TaskButton name="add-passkey" step={add} text={texts.add} />}
    </>
  )
}
