/**
 * What every page has: a heading, which is where reading begins, and the steps that lead away.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import { type ReactNode, useEffect, useId, useRef } from "react"
import type { PageError } from "./errors.ts"
import { Do } from "./Form.tsx"
import type { PageServices, ShownPage } from "./PageProps.ts"
import { useStep } from "./useStep.ts"

export interface FrameProps {
  /** Which page it is, for styles and tests. */
  readonly name: string
  readonly title: string
  /** Where the page begins for whoever comes to it: at its heading, unless all there is to do is to fill in a field. */
  readonly startsAt?: "heading" | "field"
  readonly children?: ReactNode
}

/** A page. It takes the focus when it comes, unless something else has it. */
export const Frame = ({ children, name, startsAt = "heading", title }: FrameProps): ReactNode => {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const { activeElement, body } = section.current!.ownerDocument
    if (activeElement !== null && activeElement !== body) return
    section.current!.querySelector<HTMLElement>(startsAt === "field" ? "input" : "h1")?.focus()
  }, [startsAt])
  return (
    <section ref={section} data-latchkey={name} aria-labelledby={id}>
      <h1 id={id} tabIndex={-1}>{title}</h1>
      {children}
    </section>
  )
}

export interface GoProps<E extends PageError> {
  readonly name: string
  readonly step: Effect.Effect<ShownPage | void, E, PageServices>
  readonly text: string
}

/** A button that runs a step of the page. */
export const Go = <E extends PageError>({ name, step, text }: GoProps<E>): ReactNode => (
  <Do name={name} step={useStep(() => step)} text={text} />
)

/** The ways that lead elsewhere. */
export const Ways = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div data-latchkey="ways">{children}</div>
)
