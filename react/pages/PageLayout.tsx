/**
 * The layout of a page: a heading, the content, and the actions.
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
  /** A name for styles and tests. */
  readonly name: string
  readonly title: string
  /** The element that gets the focus: the heading by default, and the field on pages with only a field to fill in. */
  readonly initialFocus?: "heading" | "field"
  readonly children?: ReactNode
}

/** The layout of a page. Takes the focus when it appears, unless another element has it. */
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

/** The actions below the content, such as links to other pages. */
export const PageActions = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div data-latchkey="actions">{children}</div>
)
