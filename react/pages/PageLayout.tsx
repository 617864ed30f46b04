/**
 * What every page has: a heading, which is where reading begins, and the steps that lead away.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import { type ReactNode, useEffect, useId, useRef } from "react"
import { TaskButton } from "./Form.tsx"
import type { PageError } from "./PageError.ts"
import type { PageServices, ShownPage } from "./ShownPage.ts"
import { useStep } from "./useStep.ts"

export interface PageLayoutProps {
  /** Which page it is, for styles and tests. */
  readonly name: string
  readonly title: string
  /** Where the page begins for whoever comes to it: at its heading, unless all there is to do is to fill in a field. */
  readonly initialFocus?: "heading" | "field"
  readonly children?: ReactNode
}

/** A page. It takes the focus when it comes, unless something else has it. */
export const PageLayout = ({ children, name, initialFocus = "heading", title }: PageLayoutProps): ReactNode => {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const { activeElement, body } = section.current!.ownerDocument
    if (activeElement !== null && activeElement !== body) return
    section.current!.querySelector<HTMLElement>(initialFocus === "field" ? "input" : "h1")?.focus()
  }, [initialFocus])
  return (
    <section ref={section} data-latchkey={name} aria-labelledby={id}>
      <h1 id={id} tabIndex={-1}>{title}</h1>
      {children}
    </section>
  )
}

export interface StepButtonProps<E extends PageError> {
  readonly name: string
  readonly step: Effect.Effect<ShownPage | void, E, PageServices>
  readonly text: string
}

/** A button that runs a step of the page. */
export const StepButton = <E extends PageError>({ name, step, text }: StepButtonProps<E>): ReactNode => (
  <TaskButton name={name} step={useStep(() => step)} text={text} />
)

/** The ways that lead elsewhere. */
export const PageActions = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div data-latchkey="ways">{children}</div>
)
