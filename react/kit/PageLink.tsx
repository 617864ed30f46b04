import * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import type { Navigation } from "../../src/navigation/Navigation.ts"
import { keepEmail } from "../../src/pages/typedEmail.ts"
import { usePageContext } from "./PageContext.ts"
import type { ButtonVariant } from "./PlainButton.tsx"
import { useStep } from "./useStep.ts"

interface PageLinkProps {
  readonly name: string
  /** The page's URL, for a new tab. */
  readonly href: string
  /** The step for a click. */
  readonly step: Effect.Effect<void, never, Navigation>
  readonly text: ReactNode
  readonly variant?: ButtonVariant
}

/** A link to another sign-in page. The email that the card's form contains stands on that page, too. */
export const PageLink = ({ href, name, step, text, variant = "link" }: PageLinkProps): ReactNode => {
  const { isPending, run } = useStep((email: string) => Effect.andThen(keepEmail(email), step))
  const { isBusy } = usePageContext()
  return (
    <a
      href={href}
      data-latchkey={`button ${name}`}
      data-variant={variant}
      aria-busy={isPending}
      aria-disabled={isBusy || isPending}
      onClick={(event) => {
        // The browser opens a new tab or window.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        const card = event.currentTarget.closest("[data-latchkey~=card]")
        if (!isPending) run(card?.querySelector<HTMLInputElement>("input[name=email]")?.value ?? "")
      }}
    >
      <span data-latchkey="button-label">{text}</span>
    </a>
  )
}
