import type { ReactNode } from "react"
import * as CurrentUser from "../../../src/account/CurrentUser.ts"
import * as Passkey from "../../../src/auth/Passkey.ts"
import { ConfirmButton } from "../../kit/Dialog.tsx"
import { ErrorAlert } from "../../kit/ErrorAlert.tsx"
import { OfflineBanner } from "../../kit/OfflineBanner.tsx"
import { Button } from "../../kit/PlainButton.tsx"
import { Badge, State } from "../../kit/Section.tsx"
import { useTask } from "../../kit/useStep.ts"
import { actions } from "../../texts/en/common.ts"
import { passkey, twoFactor } from "../../texts/en/settings.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { ProjectSection } from "./UserSection.tsx"

/**
 * Adds or removes the signed-in user's passkey. A user has at most one, and the service stores no name or date for it. Renders
 * nothing if no user is signed in, or if the project does not use passkeys.
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
  const { isOn } = useTexts("twoFactor", twoFactor)
  const { notSet } = useTexts("actions", actions)
  return (
    <>
      <State
        title={hasPasskey ? <Badge tone="success">{isOn}</Badge> : notSet}
        text={<span role="status">{hasPasskey ? texts.on : texts.off}</span>}
        actions={hasPasskey
          ? (
            <ConfirmButton
              name="remove-passkey"
              variant="ghost"
              label={texts.remove}
              title={texts.removeTitle}
              text={texts.removeText}
              step={remove}
            />
          )
          : (
            <Button name="add-passkey" variant="ghost" isBusy={add.isPending} onClick={() => add.run()}>
              {texts.add}
            </Button>
          )}
      />
      {add.isWaiting && <OfflineBanner isWaiting />}
      <ErrorAlert error={hasPasskey ? undefined : add.error} />
    </>
  )
}
