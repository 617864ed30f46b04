import * as Redacted from "effect/Redacted"

/**
 * Returns a secret's text, such as a new API key. Secrets are redacted, so that logs and error reports do not contain
 * them: reveal one only where it is shown or sent.
 *
 * **Example** (Show a new API key)
 *
 * ```tsx
 * import type { ApiKeys } from "latchkey"
 * import { reveal } from "latchkey/react"
 *
 * const NewKey = ({ created }: { readonly created: ApiKeys.CreatedUserApiKey }) => <code>{reveal(created.value)}</code>
 * ```
 */
export const reveal = (secret: Redacted.Redacted<string>): string => Redacted.value(secret)
