import * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import * as CurrentUser from "../../../src/account/CurrentUser.ts"
import { signOut } from "../../../src/pages/HandlerPages.ts"
import { ConfirmButton } from "../../kit/Dialog.tsx"
import { useStep } from "../../kit/useStep.ts"
import { deleteAccount } from "../../texts/en/settings.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { Reverify } from "../Reverify.tsx"
import { withRecentSignIn } from "../withRecentSignIn.ts"
import { ProjectSection } from "./UserSection.tsx"

/**
 * Deletes the signed-in user's account after the user typed the primary email address. Then redirects to the app's
 * `afterSignOut`. A user who has not signed in for ten minutes signs in again first. Renders nothing if no user is signed in, or if the project does not allow it.
 *
 * **Example** (A page of the app)
 *
 * ```tsx
 * import { DeleteAccount } from "latchkey/react"
 *
 * const Page = () => <main><DeleteAccount /></main>
 * ```
 */
export const DeleteAccount = (): ReactNode => <DeletionSection step={useDeletion()} />

type Deletion = ReturnType<typeof useDeletion>

/** Returns the step that deletes the account. The user is signed out in between, so its component must stay mounted. */
export const useDeletion = () => useStep(() => Effect.andThen(withRecentSignIn(CurrentUser.remove), signOut))

/** The section, with a step that outlives it. */
export const DeletionSection = ({ step }: { readonly step: Deletion }): ReactNode => {
  const texts = useTexts("deleteAccount", deleteAccount)
  return (
    <ProjectSection
      name="deletion"
      title={texts.title}
      text={texts.text}
      isEnabled={({ clientUserDeletionEnabled }) => clientUserDeletionEnabled}
    >
      {({ displayName, primaryEmail }) => (
        <>
          <ConfirmButton
            name="delete"
            label={texts.open}
            variant="danger"
            title={texts.confirmTitle}
            text={texts.text}
            submit={texts.submit}
            typed={primaryEmail ?? displayName ?? undefined}
            step={step}
          />
          <Reverify />
        </>
      )}
    </ProjectSection>
  )
}
