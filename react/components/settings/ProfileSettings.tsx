import { type ReactNode, useId } from "react"
import * as CurrentUser from "../../../src/account/CurrentUser.ts"
import { Field, fieldOfInvalid } from "../../kit/Field.tsx"
import type { FormValues } from "../../kit/Form.tsx"
import { Setting } from "../../kit/Section.tsx"
import { useTask } from "../../kit/useStep.ts"
import { actions } from "../../texts/en/common.ts"
import { profile } from "../../texts/en/settings.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { FormDisclosure } from "../FormDisclosure.tsx"
import { PictureField } from "../picture/PictureField.tsx"
import { UserSection } from "./UserSection.tsx"

/**
 * Changes the signed-in user's name and picture. The user crops a new picture in a dialog, which is loaded when a file is
 * chosen. Renders nothing if no user is signed in.
 *
 * **Example** (A page of the app)
 *
 * ```tsx
 * import { ProfileSettings } from "latchkey/react"
 *
 * const Page = () => <main><ProfileSettings /></main>
 * ```
 */
export const ProfileSettings = (): ReactNode => {
  const texts = useTexts("profile", profile)
  return (
    <UserSection name="profile" title={texts.title}>
      {(user) => (
        <>
          <PictureField
            label={texts.picture}
            name={user.displayName ?? user.primaryEmail ?? ""}
            imageUrl={user.profileImageUrl}
            update={(profileImageUrl) => CurrentUser.update({ profileImageUrl })}
            // Clients can set the service's pictures, but not the ones from OAuth providers.
            isRestorable={(url) => url.startsWith("data:") || user.oauthProviders.length === 0}
          />
          <NameForm user={user} />
        </>
      )}
    </UserSection>
  )
}

const NameForm = ({ user: { displayName } }: { readonly user: CurrentUser.User }): ReactNode => {
  const texts = useTexts("profile", profile)
  const { change, notSet, save, saved } = useTexts("actions", actions)
  const id = useId()
  const update = useTask((values: FormValues) =>
    CurrentUser.update({ displayName: values.text("displayName").trim() || null })
  )
  const isShown = update.state._tag === "Success" && update.state.value.displayName === displayName
  return (
    <Setting name="name" label={texts.displayName} labelId={id}>
      <FormDisclosure
        name="display-name"
        step={update}
        state={displayName ?? notSet}
        label={change}
        submit={save}
        describedBy={id}
        successText={isShown && saved}
        fieldOf={fieldOfInvalid("displayName")}
      >
        {/* After a reset, the field shows its default value again, and follows it. */}
        <Field
          name="displayName"
          type="text"
          autoComplete="name"
          label={texts.displayName}
          defaultValue={displayName ?? ""}
        />
      </FormDisclosure>
    </Setting>
  )
}
