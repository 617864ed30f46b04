import type { ReactNode } from "react"
import * as UserApiKeys from "../../../src/account/ApiKeys.ts"
import * as Resources from "../../../src/account/Resources.ts"
import { apiKeys } from "../../texts/en/settings.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { ApiKeys } from "../ApiKeys.tsx"
import { ProjectSection } from "./UserSection.tsx"

/**
 * Lists, creates and revokes the signed-in user's API keys. Renders nothing if no user is signed in, or if the project does not
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
        <ApiKeys
          resource={Resources.userApiKeys}
          create={(key) => UserApiKeys.create(key)}
          revoke={({ id }) => UserApiKeys.revoke({ id })}
        />
      )}
    </ProjectSection>
  )
}
