import type { ReactNode } from "react"
import * as UserApiKeys from "../../../src/account/ApiKeys.ts"
import * as Resources from "../../../src/account/Resources.ts"
import { apiKeys } from "../../texts/en/settings.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { ApiKeys } from "../ApiKeys.tsx"
import { Reverify } from "../Reverify.tsx"
import { withRecentSignIn } from "../withRecentSignIn.ts"
import { ProjectSection } from "./UserSection.tsx"

/**
 * Lists, creates and revokes the signed-in user's API keys. Before a new key is shown, a user who has not signed in for ten minutes
 * signs in again. Renders nothing if no user is signed in, or if the project does not
 * allow API user keys.
 *
 * **Example** (A page of the app)
 *
 * ```tsx
 * import { ApiKeysSettings } from "latchkey/react"
 *
 * const Page = () => <main><ApiKeysSettings /></main>
 * ```
 */
export const ApiKeysSettings = (): ReactNode => {
  const texts = useTexts("apiKeys", apiKeys)
  return (
    <ProjectSection name="api-keys" title={texts.title} isEnabled={({ allowUserApiKeys }) => allowUserApiKeys}>
      {() => (
        <>
          <ApiKeys
            resource={Resources.userApiKeys}
            create={(key) => withRecentSignIn(UserApiKeys.create(key))}
            revoke={({ id }) => UserApiKeys.revoke({ id })}
          />
          <Reverify />
        </>
      )}
    </ProjectSection>
  )
}
